// Kana by their Latin letters in face ids (`ra-red`, `i+ru+ka`), and readings of names. The same table as in Python, so that
// the faces of any card file can be shown. Pure.

const TABLE = `
ア a イ i ウ u エ e オ o
カ ka キ ki ク ku ケ ke コ ko
サ sa シ shi ス su セ se ソ so
タ ta チ chi ツ tsu テ te ト to
ナ na ニ ni ヌ nu ネ ne ノ no
ハ ha ヒ hi フ fu ヘ he ホ ho
マ ma ミ mi ム mu メ me モ mo
ヤ ya ユ yu ヨ yo
ラ ra リ ri ル ru レ re ロ ro
ワ wa ヲ wo ン n
ガ ga ギ gi グ gu ゲ ge ゴ go
ザ za ジ ji ズ zu ゼ ze ゾ zo
ダ da ヂ di ヅ du デ de ド do
バ ba ビ bi ブ bu ベ be ボ bo
パ pa ピ pi プ pu ペ pe ポ po
ァ xa ィ xi ゥ xu ェ xe ォ xo
ッ xtsu ャ xya ュ xyu ョ xyo
ヴ vu ー long`;

const PAIRS = [...TABLE.matchAll(/(\S) (\w+)/g)].map(([, kana, sound]) => [sound!, kana!] as const);
const KANA = new Map(PAIRS);

/** The colours of cards; each has a shape and a letter of its own as well. */
export const COLOURS = ["red", "blue", "yellow", "green"] as const;
export type Colour = (typeof COLOURS)[number];

/** Parse the face of a kana card; undefined for an entry of the list. */
export function kanaCard(face: string): { sound: string; kana: string; colour: Colour } | undefined {
  const at = face.lastIndexOf("-");
  const [sound, colour] = [face.slice(0, at), face.slice(at + 1) as Colour];
  const kana = KANA.get(sound);
  return at > 0 && kana && COLOURS.includes(colour) ? { sound, kana, colour } : undefined;
}

/** Return the letters of an entry of the list, in Latin script. */
export function sounds(face: string): string[] {
  return face.split("+");
}

/** Return an entry of the list in kana. */
export function word(face: string): string {
  return sounds(face).map((sound) => KANA.get(sound) ?? sound).join("");
}

/** Return the sound of a kana in Latin script; a small ッ is marked as small. */
export function sounded(sound: string): string {
  return sound.replace("xtsu", "small tsu").replace(/^x/, "small ").replace("long", "long vowel");
}

/** Return the reading of an entry of the list: `o+xtsu+to+se+i` is ottosei. */
export function romaji(face: string): string {
  let read = "";
  let double = false;
  for (const sound of sounds(face)) {
    if (sound === "xtsu") double = true;
    else if (sound === "long") read += read.slice(-1);
    else if (sound.startsWith("xy")) {
      const stem = read.slice(0, -1); // the i of ki, shi, ji gives way
      read = stem + (/(sh|ch|j)$/.test(stem) ? sound.slice(2) : sound.slice(1));
    } else if (sound.startsWith("x")) read = read.slice(0, -1) + sound.slice(1);
    else {
      read += double ? (sound.startsWith("ch") ? "t" : sound[0]) + sound : sound;
      double = false;
    }
  }
  return read;
}
