// How the front end's own tests run: in Node, without a browser or anything that plays one. All files share what is
// loaded, as none of them leaves anything changed: that takes half of the time.
import { defineConfig, mergeConfig } from "vitest/config";
import built from "./vite.config";

const testTimeout = 300_000; // milliseconds: a busy machine is no failure

export default mergeConfig(built, defineConfig({ test: { environment: "node", include: ["tests/*.test.ts"], pool: "threads", isolate: false, testTimeout } }));
