// The house rules of a table in words. Pure.
import { isSwitch } from "@/lib/changes";
import type { GameInfo } from "@/lib/protocol";
import type { Localizer, Say } from "@/lib/localization";

/** Return the switches that are on, and the numbers. */
export function rulesOn(game: GameInfo | undefined, options: Readonly<Record<string, number>>, localizer: Localizer, say: Say): string[] {
  return (game?.options ?? []).flatMap((option) => {
    const { name } = option;
    const value = options[name] ?? option.default;
    const rule = localizer.say(`option-${name}`);
    if (isSwitch(option)) return value ? [rule] : [];
    return [say("lobby-rule", { rule, value: localizer.optionValue(name, value) })];
  });
}
