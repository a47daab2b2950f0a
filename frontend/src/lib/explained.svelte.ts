// Which marks have explained themselves to this browser's user, by game. Kept in its storage.
import { local } from "@/lib/storage";

const KEY = "tefuda-explained";
/** Sightings after which a mark is known. */
const ENOUGH = 5;

let seen: Record<string, Record<string, number>> = $state.raw(local.json(KEY, {}));

function keep(game: string, counts: Record<string, number>): void {
  seen = { ...seen, [game]: counts };
  local.setJson(KEY, seen);
}

export const explained = {
  /** Whether a mark need not explain itself any more. */
  knows: (game: string, mark: string): boolean => (seen[game]?.[mark] ?? 0) >= ENOUGH,
  /** Count a sighting. */
  sees(game: string, mark: string): void {
    keep(game, { ...seen[game], [mark]: (seen[game]?.[mark] ?? 0) + 1 });
  },
  /** Record that the explanation was read. */
  reads(game: string, mark: string): void {
    keep(game, { ...seen[game], [mark]: ENOUGH });
  },
  /** Let all marks of a game explain themselves again. */
  again: (game: string): void => keep(game, {}),
};
