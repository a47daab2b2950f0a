// Writes third-party-notices.txt into the built front end: the licence of every package in packages.json, which Vite's
// configuration lists, and of the data that games contain. Run by build.py after Vite: `node notices.js FOLDER`. Fails if
// a package has no licence text.
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const root = join(import.meta.dirname, "..");
const list = join(folder, "packages.json");

/** The licence text of a package, or undefined. Vite's file goes on with the licences of its tools, which we do not ship. */
function licenceText(path, licence) {
  const file = readdirSync(path).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (file) return readFileSync(join(path, file), "utf-8").split("\n# Licenses of bundled dependencies")[0];
  // The text of this licence is the same for everyone, and some packages only name it.
  return licence === "Apache-2.0" ? readFileSync(join(root, "LICENSE"), "utf-8") : undefined;
}

const missing = [];
const notices = [];
for (const path of JSON.parse(readFileSync(list, "utf-8"))) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(path, "package.json"), "utf-8"));
  const text = licenceText(path, license);
  if (!text?.trim()) missing.push(`${name} ${version} (${license ?? "no licence"})`);
  else notices.push({ title: `${name} ${version}`, by: author?.name ?? author, licence: license, text });
}
notices.sort((one, other) => (one.title < other.title ? -1 : 1));
for (const file of globSync("src/tefuda/games/*/*.license.txt", { cwd: root }).sort()) {
  notices.push({ title: `${file.split(/[\\/]/).at(-2)} (data of the game)`, text: readFileSync(join(root, file), "utf-8") });
}
if (missing.length) {
  console.error(`no licence text, so it must not be bundled: ${missing.join(", ")}`);
  process.exit(1);
}

const line = "=".repeat(78);
const parts = notices.map(({ title, by, licence, text }) => {
  const head = [title, by, licence].filter(Boolean).join("\n");
  return `${line}\n${head}\n${line}\n\n${text.replaceAll("\r\n", "\n").trim()}\n`;
});
writeFileSync(join(folder, "third-party-notices.txt"), `Tefuda contains work of others, each part under its own licence.\n\n${parts.join("\n")}`);
rmSync(list);
