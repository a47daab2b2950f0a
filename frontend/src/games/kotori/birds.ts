// The ten birds, by value (`cards.toml`): drawings as SVG symbols.
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

const STYLE = 'fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"';

function symbol(bird: string, at: number): string {
  const drawing = FILES[`./birds/${bird}.svg`] ?? "";
  const inside = drawing.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  return `<symbol id="kotori-bird-${at + 1}" viewBox="0 0 100 100"><g ${STYLE}>${inside}</g></symbol>`;
}

/** Put the symbols into the page, once; `<use href="#kotori-bird-6">` shows a bird. */
export function insertBirdSymbols(): void {
  if (document.getElementById("kotori-birds")) return;
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.id = "kotori-birds";
  sheet.setAttribute("aria-hidden", "true");
  sheet.style.cssText = "position:absolute;width:0;height:0";
  sheet.innerHTML = BIRDS.map(symbol).join("");
  document.body.append(sheet);
}
