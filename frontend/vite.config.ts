// How the front end is built, and served while one works on it (against a Tefuda server on port 8750).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { type Plugin, defineConfig } from "vite";

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** `game.ftl?short` is what the first page says of a game: title, tagline, what it feels like, and what there is to play with. The rest comes when wanted. */
const short: Plugin = {
  name: "short-words",
  enforce: "pre",
  transform(words, id) {
    if (!id.endsWith(".ftl?short")) return null;
    const lines = words.split("\n").filter((line) => /^(title|tagline|feel|alike|openings) =/.test(line));
    if (!["title =", "tagline ="].every((start) => lines.some((line) => line.startsWith(start)))) throw new Error(`${id} needs one line that begins with "title =" and one with "tagline ="`);
    return `export default ${JSON.stringify(lines.join("\n"))}`;
  },
};

/** `lesson.toml?order` is the place of its game among the games, easiest first. */
const order: Plugin = {
  name: "lesson-order",
  enforce: "pre",
  transform(toml, id) {
    if (!id.endsWith("lesson.toml?order")) return null;
    const found = /^order = (\d+)$/m.exec(toml)?.[1];
    if (!found) throw new Error(`${id} needs one line that begins with order =`);
    return `export default ${found}`;
  },
};

/** `__init__.py?version` is the version that it declares. */
const version: Plugin = {
  name: "version",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("__init__.py?version")) return null;
    const found = /^__version__ = "(.+)"$/m.exec(code)?.[1];
    if (!found) throw new Error(`${id} needs one line that begins with __version__ =`);
    return `export default ${JSON.stringify(found)}`;
  },
};

/**
 * Lists the packages that the output contains in packages.json, which notices.js turns into the third-party notices. Vite's own
 * `build.license` leaves out packages of which only style and fonts remain, and the code that Vite and Rolldown add.
 */
const packages: Plugin = {
  name: "bundled-packages",
  generateBundle: {
    order: "pre", // chunks that hold only style are still there
    handler(_, bundle) {
      const found = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "asset") continue;
        for (const id of chunk.moduleIds) {
          const added = /^\0(vite|rolldown)\//.exec(id)?.[1];
          const folder = added ? here(`node_modules/${added}`) : /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0];
          if (folder) found.add(folder);
        }
      }
      this.emitFile({ type: "asset", fileName: "packages.json", source: JSON.stringify([...found]) });
    },
  },
};

export default defineConfig({
  plugins: [short, order, version, svelte(), packages],
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
    // Together with what `early.js` asks for; README.md and docs/frontend.md name them.
    target: ["chrome111", "edge111", "firefox115", "safari16.2", "ios16.2"],
    outDir: "../src/tefuda/server/static",
    emptyOutDir: true,
    // The font's 120 small files stay files: a browser fetches those whose characters it shows.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What several pages share would be in some thirty files, each of a few lines: to fetch one costs more than they do.
    // Here it is in one for all pages, and a few for those that have much in common.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 1 },
            { name: "shared", test: /\/src\/(lib|pages|stage)\//, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: "http://127.0.0.1:8750", ws: true },
      "/.well-known": { target: "http://127.0.0.1:8750" },
      "/ws": { target: "http://127.0.0.1:8750", ws: true },
    },
  },
});
