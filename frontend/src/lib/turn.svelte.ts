// What somebody at a table may do, and is about to do: a card that is thought over, a way of playing it, what goes with the
// next decision. All of it is forgotten once the table has moved on.
import { type GameArt, type Way, faceName } from "@/games/game";
import type { Card, Choice, View } from "@/lib/protocol";
import { settings } from "@/lib/settings.svelte";
import { t } from "@/lib/speech.svelte";
import type { TableModel } from "@/lib/table.svelte";
import { SPECTATOR, owner } from "@/lib/view";
import type { Speaker } from "@/lib/words";

/** What a turn is about: read anew whenever it is needed. */
export interface Sight {
  view: View;
  art: GameArt;
  speaker: Speaker;
}

export class Turn {
  /** what goes with one's next decision */
  joined: string[] = $state.raw([]);
  /** the way a card is played; "": the plain one */
  way = $state("");
  /** the choice that one thinks over */
  pondered: Choice | undefined = $state.raw();
  /** what was said of the card that was pressed last; "": nothing */
  looked = $state("");

  private readonly view = $derived.by(() => this.sight().view);
  private readonly art = $derived.by(() => this.sight().art);
  private readonly speaker = $derived.by(() => this.sight().speaker);
  /** may one act now? */
  readonly mine = $derived.by(() => this.view.seat >= 0 && this.view.to_act === this.view.seat && this.model.scene.idle);
  readonly over = $derived.by(() => this.view.result != null && this.model.scene.idle);
  /** is one choosing a deck? */
  readonly atDesk = $derived.by(() => this.art.Decks !== undefined && this.mine && this.art.asksForDeck?.(this.view) === true);
  /** the view with what goes with one's next decision */
  readonly planned = $derived.by(() => (this.mine && this.art.planned ? this.art.planned(this.view, this.joined) : this.view));
  /** the view as the stage shows it: in the way that is switched on, with the choices that are decisions of their own */
  readonly shown = $derived.by(() => {
    const seen = this.art.through ? this.art.through(this.planned, this.mine ? this.way : "") : this.planned;
    return { ...seen, choices: this.decisions(seen) };
  });
  readonly ways = $derived.by(() => (this.art.ways && this.view.seat >= 0 ? this.art.ways(this.view, this.speaker) : []));
  readonly standing = $derived.by(() => (this.view.seat >= 0 ? this.art.standing(this.view) : []));
  /** choices that no card stands for, and that have no button which is always there */
  readonly buttons = $derived.by(() => (this.atDesk ? [] : this.decisions(this.view).filter((one) => one.card == null && !this.stands(one))));
  /** what one thinks over, where no button that is always there does it */
  readonly meant = $derived.by(() => (this.pondered && !this.stands(this.pondered) ? this.pondered : undefined));
  private readonly helping = $derived.by(() => settings.helps && this.view.to_act >= 0);
  /** what stands beside the question: the table's counters, */
  readonly facts = $derived.by(() =>
    (this.view.counters ?? []).filter(
      (one) => !this.art.drawn?.includes(one.id) && (one.help ? this.helping : owner(one) === SPECTATOR),
    ),
  );
  /** or what the game tells in their place, */
  readonly told = $derived.by(() => this.art.told?.(this.view).filter((one) => !one.help || this.helping));
  /** and what helps */
  readonly helped = $derived.by(() => (this.art.said && this.helping ? this.art.said(this.view, this.speaker) : []));

  constructor(
    private readonly model: TableModel,
    private readonly sight: () => Sight,
  ) {}

  /** The table has moved on: what was meant to be done is done, or too late. */
  forget(): void {
    this.joined = [];
    this.way = "";
    if (this.pondered) this.looked = "";
    this.pondered = undefined;
  }

  act(action: string): void {
    this.looked = "";
    void this.model.play(...this.joined, action);
  }

  /** Put something to one's next decision, or take it back. */
  join(action: string): void {
    this.joined = this.joined.includes(action) ? this.joined.filter((one) => one !== action) : [...this.joined, action];
  }

  /** Is this to be thought over before it is done? Then what stands on its card is shown. */
  ponder(choice: Choice): boolean {
    const card = this.view.zones.find((zone) => zone.id === choice.zone)?.cards?.[choice.card ?? -1];
    if (!card || !this.art.weighed?.(choice) || this.pondered?.action === choice.action) return false;
    this.model.trouble = undefined;
    this.model.advice = undefined;
    this.pondered = choice;
    this.look(card, choice.zone ?? "");
    return true;
  }

  /** Say what can be said of a card. */
  look(card: Card, zone: string): void {
    const about = this.art.about(this.view, card, zone);
    const name = card.face === undefined ? t("table-card-down", { where: "" }) : faceName(this.art, this.speaker, card.face);
    const text = [about ? this.speaker.say({ t: "words", ...about }) : "", card.face === undefined ? "" : this.speaker.text(card.face)];
    const said = text.filter(Boolean).join(" ");
    this.looked = said ? `${name}: ${said}` : name;
  }

  /** Would a bot play that way? */
  advised(one: Way): boolean {
    const actions = this.model.advice?.actions ?? [];
    return (this.art.through?.(this.view, one.way).choices ?? []).some((choice) => actions.includes(choice.action));
  }

  /** Switch a way on or off; where that may not be, the table says why. */
  turnTo(one: Way): void {
    if (!(this.mine && one.open)) return this.act(one.action);
    this.looked = "";
    this.way = this.way === one.way ? "" : one.way;
  }

  private stands(choice: Choice): boolean {
    return this.standing.some((one) => one.action === choice.action);
  }

  private decisions(view: View): Choice[] {
    return (view.choices ?? []).filter((one) => !this.art.joins?.(one.action));
  }
}
