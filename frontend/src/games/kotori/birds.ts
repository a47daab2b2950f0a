// The birds that a card file can name (`cards.py`): drawings as SVG symbols.
import { insertSymbols } from "@/stage/symbols";

const FILES = import.meta.glob<string>("./birds/*.svg", { query: "?raw", import: "default", eager: true });

/** Put the birds into the page, once; `<use href="#kotori-bird-white-eye">` shows one. */
export function insertBirdSymbols(): void {
  insertSymbols(
    "kotori-bird",
    Object.entries(FILES).map(([path, drawing]) => [path.slice("./birds/".length, -".svg".length), drawing]),
  );
}
