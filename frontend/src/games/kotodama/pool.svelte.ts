// Reactive card pool for components: undefined until loaded, then the cards by face.
import { type Entry, poolOf } from "./pool";

let known: Record<string, Entry> = $state.raw({});
let wanted = false;

/** Return the card of a face; undefined while the pool loads. */
export function cardOf(face: string | undefined): Entry | undefined {
  if (!wanted) {
    wanted = true;
    poolOf().then(
      ({ entries }) => (known = Object.fromEntries(entries.map((entry) => [entry.face, entry]))),
      () => (wanted = false),
    );
  }
  return face === undefined ? undefined : known[face];
}
