import { expect, it, vi } from "vitest";
import type { Choice, View } from "@/lib/protocol";
import type { TableModel } from "@/lib/table.svelte";
import { Turn } from "@/lib/turn.svelte";

// In place of the browser's storage and preferences, which Node has not.
vi.mock("@/lib/settings.svelte", () => ({ settings: {} }));
vi.mock("@/lib/messages.svelte", () => ({ t: (id: string, args?: { said?: string }) => args?.said ?? id }));

const choice = (action: string, card: number): Choice => ({ action, zone: "hand-0", card, label: { t: "words", id: action } }) as Choice;

/** What may be done with the card 7 of the reader's hand, to whom the table belongs while `to_act` is 0. */
function offered(to_act: number, handles: number[], ...choices: Choice[]): string[] {
  const view = { seat: 0, to_act, zones: [{ id: "hand-0", kind: "hand", count: handles.length, cards: handles.map((handle) => ({ handle })) }], choices } as unknown as View;
  const model = { me: 0, opening: false, scene: { idle: true } } as unknown as TableModel;
  return new Turn(model, () => ({ view, art: { layout: {} }, localizer: {} }) as never).actionsOf({ handle: 7 }).map(({ action }) => action);
}

it("what a card says is in the language of the moment", () => {
  const speaking = (text: string) => ({ card: () => "7", say: () => "", has: () => false, text: () => text });
  let localizer = speaking("ことば");
  const view = { seat: 0, to_act: 1, zones: [], choices: [] } as unknown as View;
  const turn = new Turn({ me: 0, scene: { idle: true } } as unknown as TableModel, () => ({ view, art: { layout: {} }, localizer }) as never);
  turn.looked = { handle: 7, face: "1" };
  const before = turn.cardText;
  localizer = speaking("word");
  expect([before, turn.cardText]).toEqual(["ことば", "word"]);
});

it("a card that is read offers what may be done with it now, whenever it was pressed", () => {
  expect(offered(1, [6, 7, 8])).toEqual([]);
  expect(offered(0, [6, 7, 8], choice("stack on 1", 1), choice("stack on 2", 1), choice("stack", 2))).toEqual(["stack on 1", "stack on 2"]);
  expect(offered(0, [7, 8], choice("link", 0), choice("stack", 1))).toEqual(["link"]);
  expect(offered(0, [8], choice("stack", 0))).toEqual([]);
});
