// Several controls share one place: what has just come there must not be pressed by a finger that was meant for another.

/** milliseconds: longer than it takes to see that something has changed, and to stop a finger */
const MOMENT = 600;

/** Tells whether what is at a place may be pressed: not in the first moment after something else was there. */
export class SharedPlace {
  private there = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (ready: boolean) => void) {}

  /** `now` is what is there from now on; "": nothing. */
  show(now: string): void {
    const before = this.there;
    this.there = now;
    if (before === now || before === "") return;
    clearTimeout(this.timer);
    this.tell(false);
    this.timer = setTimeout(() => this.tell(true), MOMENT);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
