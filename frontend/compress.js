// Lays a .br and a .gz beside every text file of the built front end, which the server sends to those who take them. Run by
// build.py after Vite: `node compress.js FOLDER`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2];
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|html|svg|txt|webmanifest)$/.test(name)) continue;
  const path = join(folder, name);
  const text = readFileSync(path);
  if (text.length < 1024) continue; // no packet is saved
  writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}
