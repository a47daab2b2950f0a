// Writes into the service worker of the built front end what the build consists of, so that it can keep all of it. Run by
// build.py after Vite: `node offline.js FOLDER`.
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const digest = (data) => createHash("sha256").update(data).digest();

// The font's many files are left to the browser, which keeps those that it has shown.
const names = globSync(["assets/*.{js,css,svg}", "early.js", "favicon.svg", "manifest.*.webmanifest", "icon-192.png"], { cwd: folder });
const files = names.map((name) => [`/${name.replaceAll("\\", "/")}`, name]);
files.push(["/", "index.html"]);
const list = files.sort(([one], [other]) => (one < other ? -1 : 1)).map(([address, name]) => [address, digest(readFileSync(join(folder, name))).toString("base64")]);

const path = join(folder, "worker.js");
const written = readFileSync(path, "utf-8")
  .replace("new Map([])", `new Map(${JSON.stringify(list)})`)
  .replace('"tefuda-";', `"tefuda-${digest(JSON.stringify(list)).toString("hex").slice(0, 16)}";`);
if (!written.includes('["/","') || !/const CACHE = "tefuda-\w{16}";/.test(written)) throw new Error("worker.js has no place for its files");
writeFileSync(path, written);
