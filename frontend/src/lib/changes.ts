// Lines that say who changed what about a table before the deal, in the reader's language. Pure.
import { ruleText } from "@/lib/clock";
import { botName, levelName } from "@/lib/names";
import type { GameInfo, OptionInfo, TableChange } from "@/lib/protocol";
import type { Localizer, Say } from "@/lib/localization";

/** Whether an option is a switch, without other values. */
export function isSwitch({ low, high }: OptionInfo): boolean {
  return low === 0 && high === 1;
}

/** Return the line of a change. `nameless` is who has no name; `title` that of a game; `localizer` and `game` are those of the game at the table, once loaded. */
export function changeLine(change: TableChange, t: Say, nameless: string, title: (slug: string) => string, localizer?: Localizer, game?: GameInfo): string {
  const { kind, name = "", value = 0, seat = -1 } = change;
  const by = change.by || t("change-host");
  const person = change.who || nameless;
  const bot = botName(change.who ?? "", t);
  switch (kind) {
    case "game":
      return t("change-game", { by, game: title(name), seats: value });
    case "seats":
      return t("change-seats", { by, seats: value });
    case "option": {
      const rule = localizer?.has(`option-${name}`) ? localizer.say(`option-${name}`) : name;
      const option = game?.options.find((one) => one.name === name);
      if (option && isSwitch(option)) return t(`change-option-${value ? "on" : "off"}`, { by, rule });
      return t("change-option", { by, rule, value: localizer?.optionValue(name, value) ?? String(value) });
    }
    case "hints":
    case "public":
    case "locked":
      return t(`change-${kind}-${value ? "on" : "off"}`, { by });
    case "delay":
      return t("change-delay", { by, count: value });
    case "clock":
      return change.clock ? t("change-clock", { by, clock: ruleText(change.clock, t) }) : t("change-no-clock", { by });
    case "moved":
      return t("change-moved", { by, who: change.who ? bot : person, seat: value + 1 });
    case "bot":
      return t("change-bot", { by, who: bot, level: levelName(name, t), seat: seat + 1 });
    case "level":
      return t("change-level", { by, who: bot, level: levelName(name, t) });
    case "opened":
      return t("change-opened", { by, who: bot, seat: seat + 1 });
    case "removed":
      return t("change-removed", { by, who: person });
    case "readmitted":
      return t("change-readmitted", { by });
    case "brought":
      return t(`change-brought-${change.by ? "bot-" : ""}${value ? "on" : "off"}`, { by, who: change.who ? bot : person, opening: localizer?.say("opening") ?? "…" });
    case "host":
      return t("change-heir", { who: person });
    case "sat":
    case "left":
      return t(`change-${kind}`, { who: person, seat: seat + 1 });
  }
}
