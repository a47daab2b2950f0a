// Opens an ordinary game from a lesson: against easy bots, with as many players as the lesson had.
import { api } from "@/lib/api";
import type { SeatWish } from "@/lib/protocol";

/** Open a table, dealt at once, and return its address. */
export async function realGame(game: string, players: number): Promise<string> {
  const info = (await api.games()).find((one) => one.slug === game);
  const bot: SeatWish = { kind: "bot", level: info?.levels[0] ?? "" };
  const seats: SeatWish[] = [{ kind: "me" }, ...Array.from({ length: players - 1 }, () => bot)];
  const { pledgeFor } = await import("@/lib/pledging");
  const table = await api.open({ game, seats, deal: true, pledge: pledgeFor({ game }) });
  return `/table/${table.id}`;
}
