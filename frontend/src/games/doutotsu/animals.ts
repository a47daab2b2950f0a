// Drawings of the animals of the list, by the reading of their names, as SVG symbols. Names of custom lists may have none.
const FILES = import.meta.glob<string>("./animals/*.svg", { query: "?raw", import: "default", eager: true });

const STYLE = 'fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"';

const DRAWINGS = new Map(Object.entries(FILES).map(([path, drawing]) => [path.slice(path.lastIndexOf("/") + 1, -4), drawing]));

/** Return whether there is a drawing of an animal. */
export function drawn(reading: string): boolean {
  return DRAWINGS.has(reading);
}

/** Put the symbols into the page, once; `<use href="#doutotsu-iruka">` shows an animal. */
export function insertAnimalSymbols(): void {
  if (document.getElementById("doutotsu-animals")) return;
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.id = "doutotsu-animals";
  sheet.setAttribute("aria-hidden", "true");
  sheet.style.cssText = "position:absolute;width:0;height:0";
  sheet.innerHTML = [...DRAWINGS]
    .map(([name, drawing]) => {
      const inside = drawing.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
      return `<symbol id="doutotsu-${name}" viewBox="0 0 100 100"><g ${STYLE}>${inside}</g></symbol>`;
    })
    .join("");
  document.body.append(sheet);
}
