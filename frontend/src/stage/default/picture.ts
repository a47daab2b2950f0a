// What the default picture shows of a game. Pure.

/** Return up to five letters for the cards: the first ones of a Japanese title, the initials of a Latin one, or its letters. */
export function lettersOf(title: string): string[] {
  const letters = [...title].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  if (letters.some((letter) => letter.charCodeAt(0) > 0x2e80)) return letters.slice(0, 5);
  const initials = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean).map((word) => [...word][0]!.toUpperCase());
  return initials.length > 2 ? initials.slice(0, 5) : letters.slice(0, 5).map((letter) => letter.toUpperCase());
}

/** Return a hue in degrees; the same for the same game everywhere. */
export function hueOf(slug: string): number {
  return [...slug].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
}
