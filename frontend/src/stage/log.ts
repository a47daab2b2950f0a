// The log as text, for the panel and for the line above the actions.
import type { Localizer } from "@/lib/localization";
import type { t } from "@/lib/speech.svelte";
import type { Line } from "@/lib/table.svelte";

/**
 * Return the text of each line; "" continues the line before it, such as a played card that is then placed.
 *
 * What a table does not show for long, such as discards that others cover, is told by the message `past-<id>` once
 * another event with the same message has come.
 */
export function logTexts(lines: readonly Line[], localizer: Localizer, names: readonly string[], own: typeof t): string[] {
  const come = new Set<string>();
  return [...lines]
    .reverse()
    .map(({ observation, back }) => {
      if (back !== undefined) return own("back-logged", { who: names[back] ?? "" });
      const { words } = observation;
      if (!localizer.has(`past-${words.id}`)) return localizer.say(words, names);
      const covered = come.has(words.id);
      come.add(words.id);
      return localizer.say(covered ? { ...words, id: `past-${words.id}` } : words, names);
    })
    .reverse();
}
