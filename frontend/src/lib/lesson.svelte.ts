// State of a lesson: the step that the server shows, and its place, which this browser keeps so that the lesson resumes.
import type { LessonStep } from "@/lib/protocol";
import { local } from "@/lib/storage";

const KEY = "tefuda-lessons";
const DONE = "done";

/** Places by game; "done" once a lesson has been finished. */
function places(): Record<string, string> {
  return local.json(KEY, {});
}

/** Return how far this browser's user is in a game's lesson. */
export function progress(game: string): "new" | "begun" | "done" {
  const place = places()[game];
  return place === undefined ? "new" : place === DONE ? "done" : "begun";
}

/** Return whether this browser's user has never begun a lesson. */
export function untaught(): boolean {
  return Object.keys(places()).length === 0;
}

export class Lesson {
  /** the latest state that the server sent; it is shown once the events before it have been */
  step: LessonStep | undefined = $state.raw();
  /** the learner asked what to press */
  shown = $state(false);
  place: string;

  constructor(
    readonly game: string,
    /** the clause that this demonstration shows; "": the guided first game */
    readonly card = "",
    /** where the reader left it a moment ago */
    place = "",
  ) {
    const known = card ? "" : (places()[game] ?? "");
    this.place = place || (known === DONE ? "" : known);
  }

  take(step: LessonStep): void {
    if (step.step !== this.step?.step) this.shown = false;
    this.step = step;
    this.place = step.place;
    this.keep(step.finished ? DONE : step.place);
  }

  /** Begin again from the first step. */
  restart(): void {
    this.keep("");
    location.reload();
  }

  private keep(place: string): void {
    if (!this.card) local.setJson(KEY, { ...places(), [this.game]: place }); // a demonstration is short
  }
}
