// Drawings of てづま師 as SVG symbols: suits, the performer of the trump cards, and one for each ability. Abilities of custom
// card files are shown by a fan.
import { insertSymbols } from "@/stage/symbols";

const FILES = import.meta.glob<string>("./signs/*.svg", { query: "?raw", import: "default", eager: true });

const NAMES = Object.keys(FILES).map((path) => path.slice("./signs/".length, -".svg".length));

/** Put the signs into the page, once; `<use href="#tezuma-suit-b">` shows one. */
export function insertSignSymbols(): void {
  insertSymbols(
    "tezuma",
    NAMES.map((name) => [name, FILES[`./signs/${name}.svg`] ?? ""]),
    3,
  );
}

/** Return the symbol of an ability by the face of its card. */
export function abilitySign(face: string): string {
  return NAMES.includes(face) ? `tezuma-${face}` : "tezuma-ability";
}
