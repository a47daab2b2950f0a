// Reactive state of a turn: legal actions, the choice that needs confirmation, the selected mode, and actions queued for
// the next decision. Reset when the table has moved on.
import { type GameArt, type Way, faceName } from "@/games/game";
import type { Card, Choice, View } from "@/lib/protocol";
import { settings } from "@/lib/settings.svelte";
import { t } from "@/lib/speech.svelte";
import type { TableModel } from "@/lib/table.svelte";
import { SPECTATOR, owner } from "@/lib/view";
import type { Speaker } from "@/lib/words";

/** The inputs of a turn; getters, so that they stay current. */
export interface Sight {
  view: View;
  art: GameArt;
  speaker: Speaker;
}

export class Turn {
  /** actions queued for the next decision */
  joined: string[] = $state.raw([]);
  /** the selected mode of playing cards; "": the plain one */
  way = $state("");
  /** the choice that awaits confirmation */
  pondered: Choice | undefined = $state.raw();
  /** hint about the last pressed card; "": none */
  looked = $state("");

  private readonly view = $derived.by(() => this.sight().view);
  private readonly art = $derived.by(() => this.sight().art);
  private readonly speaker = $derived.by(() => this.sight().speaker);
  /** whether the player may act now */
  readonly mine = $derived.by(() => this.view.seat >= 0 && this.view.to_act === this.view.seat && this.model.scene.idle);
  readonly over = $derived.by(() => this.view.result != null && this.model.scene.idle);
  /** whether the player is choosing a deck */
  readonly atDesk = $derived.by(() => this.art.Decks !== undefined && this.mine && this.art.asksForDeck?.(this.view) === true);
  /** the view with the queued actions applied */
  readonly planned = $derived.by(() => (this.mine && this.art.planned ? this.art.planned(this.view, this.joined) : this.view));
  /** the view on the stage: in the selected mode, without choices that are queued */
  readonly shown = $derived.by(() => {
    const seen = this.art.through ? this.art.through(this.planned, this.mine ? this.way : "") : this.planned;
    return { ...seen, choices: this.decisions(seen) };
  });
  readonly ways = $derived.by(() => (this.art.ways && this.view.seat >= 0 ? this.art.ways(this.view, this.speaker) : []));
  readonly standing = $derived.by(() => (this.view.seat >= 0 ? this.art.standing(this.view) : []));
  /** choices without a card or a permanent button */
  readonly buttons = $derived.by(() => (this.atDesk ? [] : this.decisions(this.view).filter((one) => one.card == null && !this.stands(one))));
  /** the choice that awaits confirmation, if no permanent button plays it */
  readonly meant = $derived.by(() => (this.pondered && !this.stands(this.pondered) ? this.pondered : undefined));
  private readonly helping = $derived.by(() => settings.helps && this.view.to_act >= 0);
  /** facts beside the prompt: the table's counters, */
  readonly facts = $derived.by(() =>
    (this.view.counters ?? []).filter(
      (one) => !this.art.drawn?.includes(one.id) && (one.help ? this.helping : owner(one) === SPECTATOR),
    ),
  );
  /** or the game's own status instead, */
  readonly told = $derived.by(() => this.art.told?.(this.view).filter((one) => !one.help || this.helping));
  /** and help counters */
  readonly helped = $derived.by(() => (this.art.said && this.helping ? this.art.said(this.view, this.speaker) : []));

  constructor(
    private readonly model: TableModel,
    private readonly sight: () => Sight,
  ) {}

  /** Reset after the table has moved on. */
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

  /** Queue an action for the next decision, or remove it. */
  join(action: string): void {
    this.joined = this.joined.includes(action) ? this.joined.filter((one) => one !== action) : [...this.joined, action];
  }

  /** Whether a choice needs confirmation, which shows the text of its card. */
  ponder(choice: Choice): boolean {
    const card = this.view.zones.find((zone) => zone.id === choice.zone)?.cards?.[choice.card ?? -1];
    if (!card || !this.art.weighed?.(choice) || this.pondered?.action === choice.action) return false;
    this.model.trouble = undefined;
    this.model.advice = undefined;
    this.pondered = choice;
    this.look(card, choice.zone ?? "");
    return true;
  }

  /** Show the hint about a card. */
  look(card: Card, zone: string): void {
    const about = this.art.about(this.view, card, zone);
    const name = card.face === undefined ? t("table-card-down", { where: "" }) : faceName(this.art, this.speaker, card.face);
    const text = [about ? this.speaker.say({ t: "words", ...about }) : "", card.face === undefined ? "" : this.speaker.text(card.face)];
    const said = text.filter(Boolean).join(" ");
    this.looked = said ? `${name}: ${said}` : name;
  }

  /** Whether the hint of a bot uses this mode. */
  advised(one: Way): boolean {
    const actions = this.model.advice?.actions ?? [];
    return (this.art.through?.(this.view, one.way).choices ?? []).some((choice) => actions.includes(choice.action));
  }

  /** Switch a mode on or off; if that is illegal, the table's refusal says why. */
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
