// The drawing of each game: its art, found by its slug, completed by the default drawing.
import type { Drawing, GameArt } from "@/games/game";
import type { Observation } from "@/lib/protocol";
import type { Sound } from "@/lib/sound";

/** Return the sound of an event; games without sounds of their own have one for cards that move. */
export function soundOf({ sounds }: GameArt, observation: Observation): Sound | undefined {
  return sounds ? sounds[observation.words.id] : observation.moves?.length ? "card" : undefined;
}

const FOUND = import.meta.glob<{ art: GameArt }>("./*/index.ts");

/** Load the drawing of a game. */
export async function drawingOf(slug: string): Promise<Drawing> {
  const load = FOUND[`./${slug}/index.ts`];
  const [{ DEFAULT }, found] = await Promise.all([import("@/stage/default"), load?.()]);
  // A back without props ignores those that it is given.
  return { ...DEFAULT, ...found?.art } as Drawing;
}
