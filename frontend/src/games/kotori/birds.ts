// The ten birds, by value (`cards.toml`): drawings as SVG symbols.
import { insertSymbols } from "@/stage/symbols";

const FILES = import.meta.glob<string>("./birds/*.svg", { query: "?raw", import: "default", eager: true });

const BIRDS = [
  "kingfisher",
  "bluetail",
  "varied-tit",
  "long-tailed-tit",
  "japanese-tit",
  "white-eye",
  "swallow",
  "bush-warbler",
  "wagtail",
  "sparrow",
];

/** Put the birds into the page, once; `<use href="#kotori-bird-6">` shows one. */
export function insertBirdSymbols(): void {
  insertSymbols(
    "kotori-bird",
    BIRDS.map((bird, at) => [at + 1, FILES[`./birds/${bird}.svg`] ?? ""]),
  );
}
