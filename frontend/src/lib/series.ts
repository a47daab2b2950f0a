// The standings of a series: who is shown by which name.
import type { Say } from "@/lib/localization";
import { seatNames } from "@/lib/names";
import type { Series } from "@/lib/protocol";

/**
 * Return the names of the players of a series: those who sit at this table as on their seats (`seated`, by seat), the
 * others by their own, with a number if a name is there already.
 */
export function playerNames({ players }: Series, seated: readonly string[], say: Say): string[] {
  const own = players.map(({ kind, name }) => seatNames([{ kind, name }], say)[0]!);
  const taken = new Set(players.flatMap(({ seat }) => (seat < 0 ? [] : [seated[seat] ?? ""])));
  return players.map(({ seat }, place) => {
    if (seat >= 0) return seated[seat] ?? own[place]!;
    let name = own[place]!;
    for (let number = 2; taken.has(name); number += 1) name = `${own[place]} ${number}`;
    taken.add(name);
    return name;
  });
}
