// The clock of a table as this page shows it: counts down between the messages of the server.
import { leftAt, momentBetween, URGENT } from "@/lib/clock";
import type { ClockNow } from "@/lib/protocol";
import { play as sound } from "@/lib/sound";

const LOOK = 200;

export class ClockModel {
  private now: ClockNow | undefined = $state.raw();
  /** milliseconds since `now` came */
  private passed = $state(0);
  /** the seconds left that screen readers announce, at a few moments of one's own time; 0: nothing */
  announced = $state(0);
  private came = 0;
  /** one's own time at the last look, in milliseconds */
  private looked: number | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly own: () => number) {}

  take(now: ClockNow | null | undefined): void {
    const before = this.running;
    this.now = now ?? undefined;
    this.came = performance.now();
    this.passed = 0;
    if (this.running !== before) {
      this.announced = 0;
      this.looked = this.left(this.own());
    }
    clearInterval(this.timer);
    if (now && now.running >= 0) this.timer = setInterval(() => this.look(), LOOK);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** the seat whose time runs, -1 for none */
  get running(): number {
    return this.now?.running ?? -1;
  }

  /** Return the milliseconds that a seat has left; undefined for a bot, and without a clock. */
  left(seat: number): number | undefined {
    return this.now && leftAt(this.now, this.passed, seat);
  }

  /** Whether the time of a seat is about to be over. */
  urgent(seat: number): boolean {
    return seat === this.running && (this.left(seat) ?? Infinity) <= URGENT;
  }

  private look(): void {
    const seat = this.own();
    const before = this.looked;
    this.passed = performance.now() - this.came;
    const after = this.left(seat);
    this.looked = after;
    if (seat !== this.running || before === undefined || after === undefined) return;
    if (after > before) this.announced = 0; // said again at the next moment
    const moment = momentBetween(before, after);
    if (moment === undefined) return;
    this.announced = moment;
    if (moment * 1000 <= URGENT) sound("clock");
  }
}
