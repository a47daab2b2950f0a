// A card of one's own hand that is dragged to another place in it.
import type { Place } from "@/stage/layout";

const START = 8; // pixels before a press becomes a drag

interface Held {
  handle: number;
  zone: string;
  moved: boolean;
  /** from the card's middle to where it was gripped */
  grip: { x: number; y: number };
  x: number;
  y: number;
}

export class Drag {
  private held: Held | undefined = $state.raw();
  /** a drag has just ended: the click that may follow belongs to it */
  ended = false;

  /** `dropped` is told which card was let go of, and where. */
  constructor(private readonly dropped: (card: { handle: number; zone: string; x: number; y: number }) => void) {}

  /** Where the card is held, if it is this one. */
  of(handle: number): { x: number; y: number } | undefined {
    return this.held?.moved && this.held.handle === handle ? this.held : undefined;
  }

  grip(event: PointerEvent, handle: number, zone: string, { x, y }: Place): void {
    if (event.button !== 0) return;
    this.held = { handle, zone, moved: false, grip: { x: event.clientX - x, y: event.clientY - y }, x, y };
  }

  move(event: PointerEvent): void {
    const held = this.held;
    if (!held) return;
    const [x, y] = [event.clientX - held.grip.x, event.clientY - held.grip.y];
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
}
