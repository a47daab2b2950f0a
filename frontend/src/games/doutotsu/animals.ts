// Drawings of the animals of the list, by the reading of their names, as SVG symbols. Names of custom lists may have none.
import { insertSymbols } from "@/stage/symbols";

const FILES = import.meta.glob<string>("./animals/*.svg", { query: "?raw", import: "default", eager: true });

const DRAWINGS = new Map(Object.entries(FILES).map(([path, drawing]) => [path.slice(path.lastIndexOf("/") + 1, -4), drawing]));

/** Return whether there is a drawing of an animal. */
export function drawn(reading: string): boolean {
  return DRAWINGS.has(reading);
}

/** Put the animals into the page, once; `<use href="#doutotsu-iruka">` shows one. */
export function insertAnimalSymbols(): void {
  insertSymbols("doutotsu", DRAWINGS);
}
