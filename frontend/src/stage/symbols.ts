// Drawings of games as SVG symbols, which `<use href="#PREFIX-NAME">` shows.

/** Put drawings, given as the texts of SVG files by name, into the page, once. */
export function insertSymbols(prefix: string, drawings: Iterable<readonly [string | number, string]>, stroke = 2.6): void {
  const style = `fill="none" stroke="#2b2622" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"`;
  const symbols = [...drawings].map(([name, drawing]) => {
    const inside = drawing.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
    return `<symbol id="${prefix}-${name}" viewBox="0 0 100 100"><g ${style}>${inside}</g></symbol>`;
  });
  insertSheet(prefix, symbols.join(""));
}

/** Put `<symbol>` elements, given as text, into the page, once. */
export function insertSheet(prefix: string, symbols: string): void {
  const id = `${prefix}-symbols`;
  if (document.getElementById(id)) return;
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.id = id;
  sheet.setAttribute("aria-hidden", "true");
  sheet.style.cssText = "position:absolute;width:0;height:0";
  sheet.innerHTML = symbols;
  document.body.append(sheet);
}
