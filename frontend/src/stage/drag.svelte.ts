// Dragging a card of one's own hand to another position in it.
import type { Place } from "@/stage/layout";

const START = 8; // pixels before a press becomes a drag

interface Held {
  handle: number;
  zone: string;
  moved: boolean;
  /** offset of the pointer from the card's centre */
  grip: { x: number; y: number };
  x: number;
  y: number;
}

export class Drag {
  private held: Held | undefined = $state.raw();
  /** a drag has just ended, so a following click is ignored */
  ended = false;

  /** `dropped` is called with the released card and its position; `scale` is that of the stage. */
  constructor(
    private readonly dropped: (card: { handle: number; zone: string; x: number; y: number }) => void,
    private readonly scale: () => number,
  ) {}

  /** Return the position of this card while it is dragged. */
  of(handle: number): { x: number; y: number } | undefined {
    return this.held?.moved && this.held.handle === handle ? this.held : undefined;
  }

  grip(event: PointerEvent, handle: number, zone: string, { x, y }: Place): void {
    if (event.button !== 0) return;
    const [px, py] = this.at(event);
    this.held = { handle, zone, moved: false, grip: { x: px - x, y: py - y }, x, y };
  }

  move(event: PointerEvent): void {
    const held = this.held;
    if (!held) return;
    if (event.buttons === 0) return this.letGo(); // the press has ended beside the card
    const [px, py] = this.at(event);
    const [x, y] = [px - held.grip.x, py - held.grip.y];
    if (!held.moved && Math.hypot(x - held.x, y - held.y) < START) return;
    if (!held.moved) (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.held = { ...held, moved: true, x, y };
  }

  drop(): void {
    const held = this.held;
    this.letGo();
    if (!held?.moved) return;
    this.ended = true;
    setTimeout(() => (this.ended = false), 50);
    this.dropped(held);
  }

  letGo(): void {
    this.held = undefined;
  }

  /** Return where the pointer is, in pixels of the stage. */
  private at({ clientX, clientY }: PointerEvent): [number, number] {
    return [clientX / this.scale(), clientY / this.scale()];
  }
}
