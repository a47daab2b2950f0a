// The log as text, for the panel and for the line above the actions.
import type { t } from "@/lib/messages.svelte";
import { same } from "@/lib/same";
import type { Localizer } from "@/lib/localization";
import type { Line } from "@/lib/game-log.svelte";

/** A line of the log with its text, and what that depends on. */
export interface Said {
  readonly line: Line;
  /** "" continues the line before it, such as a played card that is then placed */
  readonly text: string;
  readonly covered: boolean;
  readonly localizer: Localizer;
  readonly names: readonly string[];
}

const said = new WeakMap<Line, Said>();

/**
 * Return the lines with their texts. A line that says what it said before is the same object: of some hundred lines only the
 * new ones are formatted and drawn.
 *
 * What a table does not show for long, such as discards that others cover, is told by the message `past-<id>` once
 * another event with the same message has come.
 */
export function logTexts(lines: readonly Line[], localizer: Localizer, names: readonly string[], own: typeof t): Said[] {
  const come = new Set<string>();
  return [...lines]
    .reverse()
    .map((line) => {
      const { words } = line.observation;
      const past = localizer.has(`past-${words.id}`);
      const covered = past && come.has(words.id);
      if (past) come.add(words.id);
      const old = said.get(line);
      if (old && line.back === undefined && old.covered === covered && old.localizer === localizer && same(old.names, names)) return old;
      const text = line.back !== undefined ? own("back-logged", { who: names[line.back] ?? "" }) : localizer.say(covered ? { ...words, id: `past-${words.id}` } : words, names);
      const now = { line, text, covered, localizer, names };
      said.set(line, now);
      return now;
    })
    .reverse();
}
