// Opens tables with the default house rules.
import { api } from "@/lib/api";
import type { GameInfo, SeatWish } from "@/lib/protocol";

/** Return the default house rules of a game. */
export function defaultOptions({ options }: GameInfo): Record<string, number> {
  return Object.fromEntries(options.map((option) => [option.name, option.default]));
}

/** Open a table with the default house rules, which its pledge insists on, and return its address. */
export async function openTable(info: GameInfo, others: SeatWish[], deal: boolean): Promise<string> {
  const { pledgeFor } = await import("@/lib/pledging");
  const played = { game: info.slug, options: defaultOptions(info) };
  const table = await api.open({ ...played, seats: [{ kind: "me" }, ...others], deal, pledge: pledgeFor(played) });
  return `/table/${table.id}`;
}

/** Open a table from a lesson, dealt at once: against easy bots, with as many players as the lesson had. */
export async function realGame(game: string, players: number): Promise<string> {
  const info = (await api.games()).find((one) => one.slug === game);
  if (!info) throw new Error(`the server has no ${game}`);
  const bot: SeatWish = { kind: "bot", level: info.levels[0] ?? "" };
  return openTable(info, Array.from({ length: players - 1 }, () => bot), true);
}
