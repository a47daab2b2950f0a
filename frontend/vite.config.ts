// How the front end is built, and served while one works on it (against a Tefuda server on port 8750).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: {
      "@": here("src"),
      "@games": here("../src/tefuda/games"),
      "@engine": here("../src/tefuda/engine"),
    },
    // Svelte's browser half also where vitest runs.
    conditions: ["browser", "module", "import", "default"],
  },
  build: {
    target: "es2022",
    outDir: "../src/tefuda/server/static",
    emptyOutDir: true,
    // The font's 120 small files stay files: a browser fetches those whose characters it shows.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: "http://127.0.0.1:8750", ws: true },
      "/ws": { target: "http://127.0.0.1:8750", ws: true },
    },
  },
});
