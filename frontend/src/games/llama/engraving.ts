// The engraving on the front of every note, which is the same on all of them: our own drawing in the manner of the paper
// money that Japanese clans once printed, upright slips with a picture, a seal and fine lines. Put into the page once.
import { insertSheet } from "@/stage/symbols";

/** A rosette of a line that turns within a turning line, as on any bank note. */
function rosette(cx: number, cy: number, radius: number, swing: number, lobes: number, flat = 1): string {
  const steps = 44 * 8;
  const points = Array.from({ length: steps }, (_, i) => {
    const a = (2 * Math.PI * i) / steps;
    const r = radius + swing * Math.cos(lobes * a);
    return `${(cx + r * Math.cos(a)).toFixed(1)} ${(cy + flat * r * Math.sin(a)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/** A wavy line across the note. */
function wave(y: number, phase: number): string {
  const points = Array.from({ length: 37 }, (_, i) => `${9 + i * 3} ${(y + 2.4 * Math.sin(i / 2 + phase)).toFixed(1)}`);
  return `M${points.join("L")}`;
}

const GUILLOCHE = [
  ...Array.from({ length: 21 }, (_, i) => wave(13 + i * 7.5, 0)),
  ...Array.from({ length: 21 }, (_, i) => wave(13 + i * 7.5, Math.PI)),
].join("");

const ROSETTES = [11, 8, 5].map((swing, i) => rosette(63, 92, 39 - i * 3, swing, 18 + 6 * i, 1.05)).join("");

const HILLS =
  "M35 107 L50 84 L55 91 L66 70 L78 89 L83 83 L92 107 Z M50 84 l-2 8 M66 70 l-3 9 l4 2 l-2 8 M66 70 l4 9 l-2 5 M83 83 l1 8";
const FIELDS = "M33 108 H93 M35 112 H91 M38 116 H88 M42 120 H84 M48 124 H78";

const SYMBOL = `<symbol id="llama-engraving" viewBox="0 0 126 176" overflow="visible">
<path class="llama-fine" d="${GUILLOCHE}"/>
<rect class="llama-rim" x="11" y="11" width="104" height="154" rx="1"/>
<rect class="llama-line" x="14" y="14" width="98" height="148" rx="1"/>
<path class="llama-fine strong" d="${ROSETTES}"/>
<ellipse class="llama-field" cx="63" cy="94" rx="32" ry="34"/>
<circle class="llama-sun" cx="80" cy="78" r="7"/>
<path class="llama-line" d="${HILLS}"/><path class="llama-line thin" d="${FIELDS}"/>
<ellipse class="llama-line" cx="63" cy="94" rx="32" ry="34"/><ellipse class="llama-line thin" cx="63" cy="94" rx="34.5" ry="36.5"/>
<rect class="llama-plate" x="40" y="21" width="46" height="24" rx="2"/>
<path class="llama-hand" d="M47 29 h32 M63 25 v17 M50 35 h10 M53 29 v12 M73 29 v12 M67 35 h12"/>
<rect class="llama-seal" x="53" y="139" width="20" height="20" rx="2.5"/>
<path class="llama-cut" d="M57 144 h12 M63 143 v12 M58 149 h10 M57 155 h12"/>
<path class="llama-line thin" d="M20 147 h27 M20 151 h27 M79 147 h27 M79 151 h27"/>
</symbol>`;

/** Put the symbols into the page, once; `<use href="#llama-engraving">` shows the engraving. */
export function insertEngravingSymbols(): void {
  insertSheet("llama", SYMBOL + BEASTS);
}

const INK = 'fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"';

/** Both kinds of back: heads that are easy to distinguish, even small and without colour. */
const BEASTS = `<symbol id="llama-llama" viewBox="0 0 100 100"><g ${INK}>
<path d="M30 100 C27 82 30 66 35 54 C31 48 30 40 33 33 C36 26 44 23 52 24 C60 25 66 30 69 36 L84 42 C90 45 91 52 87 56 C83 60 74 60 67 59 C66 66 68 72 71 78 C75 86 77 93 77 100 Z" fill="#f3e6cb"/>
<path d="M35 30 C28 22 27 10 32 3 C39 8 43 17 43 26 Z" fill="#e3cda2"/><path d="M51 25 C49 16 52 7 58 3 C62 10 62 19 58 27 Z" fill="#e3cda2"/>
<path d="M36 31 C37 24 45 20 51 22 C57 22 60 26 61 31 C57 35 53 33 50 36 C46 33 40 36 36 31 Z" fill="#b98c55"/>
<path d="M35 54 C41 59 48 60 54 57 M33 67 C38 71 43 72 48 70 M56 72 C60 74 64 74 68 72 M32 80 C37 84 43 85 48 82 M56 85 C61 88 67 88 73 84 M32 92 C38 96 44 96 49 93" stroke-width="2.2"/>
<circle cx="59" cy="39" r="3.4" fill="#2b2622" stroke="none"/><circle cx="58" cy="38" r="1.1" fill="#fff" stroke="none"/>
<path d="M54 33 C57 31 61 31 64 34" stroke-width="2"/><path d="M84 47 l3 1.500 M71 54 C77 56 83 54 87 51" stroke-width="2.2"/>
</g></symbol>
<symbol id="llama-chicken" viewBox="0 0 100 100"><g ${INK}>
<path d="M20 100 C16 84 22 70 32 60 C28 50 28 38 36 30 C46 22 60 24 66 33 C71 41 69 50 67 58 C76 68 84 82 82 100 Z" fill="#fbf6ea"/>
<path d="M36 31 C28 28 27 19 33 15 C37 15 39 17 41 20 C40 12 45 6 51 8 C54 10 55 14 54 18 C58 13 65 14 66 20 C67 25 65 30 62 32 C54 25 44 25 36 31 Z" fill="#c8402c"/>
<path d="M68 38 L90 44 L69 51 C66 47 66 42 68 38 Z" fill="#e0a02e"/><path d="M68 45 L83 45" stroke-width="1.800"/>
<path d="M67 52 C73 53 75 62 71 67 C66 69 62 64 63 58 Z" fill="#c8402c"/>
<circle cx="56" cy="39" r="3.800" fill="#2b2622" stroke="none"/><circle cx="54.800" cy="37.800" r="1.200" fill="#fff" stroke="none"/>
<path d="M34 62 C40 68 46 68 51 64 M28 76 C34 82 41 82 46 77 M52 76 C57 82 65 82 70 76 M26 90 C32 96 39 96 44 91 M54 91 C60 96 68 96 73 90" stroke-width="2.2"/>
</g></symbol>`;
