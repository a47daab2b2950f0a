// Drawings of てづま師 as SVG symbols: suits, the performer of the trump cards, and one for each ability. Abilities of custom
// card files are shown by a fan.
const FILES = import.meta.glob<string>("./signs/*.svg", { query: "?raw", import: "default", eager: true });

const STYLE = 'fill="none" stroke="#2b2622" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"';
const NAMES = Object.keys(FILES).map((path) => path.slice("./signs/".length, -".svg".length));

function symbol(name: string): string {
  const inside = (FILES[`./signs/${name}.svg`] ?? "").replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  return `<symbol id="tezuma-${name}" viewBox="0 0 100 100"><g ${STYLE}>${inside}</g></symbol>`;
}

/** Put the symbols into the page, once; `<use href="#tezuma-suit-b">` shows one. */
export function insertSignSymbols(): void {
  if (document.getElementById("tezuma-signs")) return;
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.id = "tezuma-signs";
  sheet.setAttribute("aria-hidden", "true");
  sheet.style.cssText = "position:absolute;width:0;height:0";
  sheet.innerHTML = NAMES.map(symbol).join("");
  document.body.append(sheet);
}

/** Return the symbol of an ability by the face of its card. */
export function abilitySign(face: string): string {
  return NAMES.includes(face) ? `tezuma-${face}` : "tezuma-ability";
}
