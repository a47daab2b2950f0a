// A small table of ことりあつめ to test with: three seats, some bids, two cages.
import type { Card, View, Zone } from "@/lib/protocol";

let last = 0;

export function card(face: number, pose?: Card["pose"]): Card {
  return { face: String(face), handle: ++last, ...(pose ? { pose } : {}) };
}

export function row(id: string, cards: Card[], owner?: number): Zone {
  return { id, kind: "row", count: cards.length, cards, ...(owner === undefined ? {} : { owner }) };
}

export function pile(id: string, count: number): Zone {
  return { id, kind: "pile", count };
}

export function table(players = 3, seat = 0, bids = [[3, 9], [], [10]], cages = [[1, 6], [2], []]): View {
  const zones: Zone[] = [
    pile("deck", 30),
    row("top", [card(6)]),
    pile("discard", 4),
    row("field", [card(3), card(5), card(8)]),
  ];
  for (let p = 0; p < players; p++) {
    zones.push(row(`bids-${p}`, (bids[p] ?? []).map((face) => card(face)), p));
    zones.push(row(`cage-${p}`, (cages[p] ?? []).map((face) => card(face)), p));
  }
  return {
    game: "kotori",
    seat,
    players,
    to_act: 0,
    zones,
    counters: Array.from({ length: players }, (_, owner) => ({ id: "total", value: 0, owner })),
    choices: [{ action: "draw", label: { t: "words", id: "action-draw" }, zone: "top", card: 0 }],
  };
}
