// The pool as components read it: nothing until it has come, and then every card by its face.
import { type Entry, poolOf } from "./pool";

let known: Record<string, Entry> = $state.raw({});
let wanted = false;

/** The card of a face; undefined while the pool is on its way. */
export function cardOf(face: string | undefined): Entry | undefined {
  if (!wanted) {
    wanted = true;
    poolOf().then(
      (entries) => (known = Object.fromEntries(entries.map((entry) => [entry.face, entry]))),
      () => (wanted = false),
    );
  }
  return face === undefined ? undefined : known[face];
}
