// Where Japanese may break. Some browsers find its phrases themselves (`word-break: auto-phrase`), the others are told.

const FINDS = typeof CSS !== "undefined" && CSS.supports("word-break", "auto-phrase");
const ENDS = "、。，．！？：；）」』】〉》…";

// A phrase mostly ends in hiragana, and the next begins with something else; 「お」 and 「ご」 belong to what follows.
const AFTER_KANA = new RegExp(`([ぁ-ぉか-こさ-ゖ])(?=[^ぁ-ゖー々\\s${ENDS}])`, "g");
const AFTER_END = new RegExp(`([${ENDS}])(?=[^\\s${ENDS}])`, "g");
const BEFORE_BRACKET = /([^\s（「『])(?=[（「『])/g;

/** Return a text in parts, between which it may break; in one where the browser finds them, or where it is not Japanese. */
export function phrases(text: string, finds = FINDS): string[] {
  if (finds) return [text];
  return [AFTER_KANA, AFTER_END, BEFORE_BRACKET].reduce((marked, place) => marked.replace(place, "$1\0"), text).split(/\0+/);
}
