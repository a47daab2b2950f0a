// Drawings of games as SVG symbols, which `<use href="#PREFIX-NAME">` shows.

/** Put drawings, given as the texts of SVG files by name, into the page, once. */
export function insertSymbols(prefix: string, drawings: Iterable<readonly [string | number, string]>, stroke = 2.6): void {
  if (document.getElementById(`${prefix}-symbols`)) return;
  const style = `fill="none" stroke="#2b2622" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"`;
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.id = `${prefix}-symbols`;
  sheet.setAttribute("aria-hidden", "true");
  sheet.style.cssText = "position:absolute;width:0;height:0";
  const symbols = [...drawings].map(([name, drawing]) => {
    const inside = drawing.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
    return `<symbol id="${prefix}-${name}" viewBox="0 0 100 100"><g ${style}>${inside}</g></symbol>`;
  });
  sheet.innerHTML = symbols.join("");
  document.body.append(sheet);
}
