import { expect, it } from "vitest";
import { Drag } from "@/stage/drag.svelte";
import type { Place } from "@/stage/layout";

const pointer = (x: number, y: number, buttons = 1) => ({ button: 0, buttons, clientX: x, clientY: y, pointerId: 1, currentTarget: { setPointerCapture: () => undefined } }) as unknown as PointerEvent;

it("a card follows the pointer while it is pressed, and not one that comes back after the press has ended elsewhere", () => {
  const dropped: number[] = [];
  const drag = new Drag(({ handle }) => dropped.push(handle), () => 1);
  drag.grip(pointer(10, 10), 7, "hand-0", { x: 0, y: 0 } as Place);
  drag.move(pointer(40, 10));
  expect(drag.of(7)).toMatchObject({ x: 30, y: 0 });
  drag.drop();
  expect(dropped).toEqual([7]);

  drag.grip(pointer(10, 10), 7, "hand-0", { x: 0, y: 0 } as Place);
  drag.move(pointer(40, 10, 0)); // released beside the card, which no event has told
  expect(drag.of(7)).toBeUndefined();
  drag.move(pointer(80, 10, 0));
  drag.drop();
  expect(dropped).toEqual([7]);
});
