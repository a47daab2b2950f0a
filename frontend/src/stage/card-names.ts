// Accessible names of what lies on the stage: zones, piles and cards. Pure.
import type { Card, Choice, View, Zone } from "@/lib/protocol";
import { SPECTATOR, owner, zoneKind } from "@/lib/view";
import type { Argument, Localizer } from "@/lib/localization";

/** What names depend on. */
export interface Naming {
  view: View;
  localizer: Localizer;
  /** of the players, by seat */
  names: string[];
  /** a message of the page */
  t: (id: string, args?: Record<string, Argument>) => string;
  /** whether a press on any card opens its close-up, and so plays nothing */
  closeUp: boolean;
}

/** A card where it lies: its zone, its place there, and the actions of a press, the one it plays first. */
export interface Lying {
  card: Card;
  zone: string;
  at: number;
  choices: Choice[];
}

export function zoneName({ view, localizer, names, t }: Naming, id: string): string {
  const zone = view.zones.find((one) => one.id === id);
  const name = localizer.say(`zone-${zoneKind(id)}`);
  return zone && owner(zone) !== SPECTATOR ? t("table-owned", { who: names[owner(zone)] ?? "", zone: name }) : name;
}

export function pileName(naming: Naming, zone: Zone, choice: Choice | undefined): string {
  const { localizer, names, t } = naming;
  const pile = t("table-pile", { zone: zoneName(naming, zone.id), count: zone.count });
  return choice ? t("table-card", { face: localizer.say(choice.label, names), where: pile }) : pile;
}

/** Return the name of a zone with its note. */
export function zoneSays(naming: Naming, zone: Zone): string {
  const name = naming.t("table-zone-count", { zone: zoneName(naming, zone.id), count: zone.count });
  return zone.note ? naming.t("table-about", { what: name, said: naming.localizer.say(zone.note) }) : name;
}

/** Return the name of a card, with its marks, so that screen readers convey all visible information. */
export function cardName(naming: Naming, lying: Lying): string {
  const { localizer, t } = naming;
  const marks = (lying.card.marks ?? []).map((mark) => localizer.say(`mark-${mark}`));
  const card = plainName(naming, lying);
  return marks.length ? t("table-about", { what: card, said: marks.join(t("list-comma")) }) : card;
}

function plainName(naming: Naming, { card, zone, at, choices }: Lying): string {
  const { view, localizer, names, t, closeUp } = naming;
  const where = zoneName(naming, zone);
  const known = card.face === undefined ? "" : localizer.card(card.face);
  if (choices.length && !closeUp) return choices.map(({ label }) => localizer.say(label, names)).join(" / ");
  if (card.pose === "down" && known) return said(naming, "table-card-down-known", { face: known, where });
  if (card.pose === "down" || !known) {
    const down = said(naming, "table-card-down", { where });
    const count = view.zones.find((other) => other.id === zone)?.count ?? 1;
    return count > 1 ? t("table-card-nth", { card: down, number: at + 1, count }) : down;
  }
  return said(naming, card.pose === "sideways" ? "table-card-turned" : "table-card", { face: known, where });
}

/** Return a message, preferring the game's own version. */
function said({ localizer, names, t }: Naming, id: string, args: Record<string, string>): string {
  return localizer.has(id) ? localizer.say(id, names, args) : t(id, args);
}
