// Reactive state of a turn: legal actions, the choice that needs confirmation, the selected mode, and actions queued for
// the next decision. Reset when the table has moved on.
import type { Drawing } from "@/games/game";
import { handOrder, inOrder } from "@/lib/hand-order.svelte";
import { t } from "@/lib/messages.svelte";
import type { Button, Card, Choice, Counter, Mode, View, Words } from "@/lib/protocol";
import { settings } from "@/lib/settings.svelte";
import type { TableModel } from "@/lib/table.svelte";
import { SPECTATOR, choicesOf, countersOf, inMode, visibleCopies, withQueued } from "@/lib/view";
import type { Localizer } from "@/lib/localization";

/** The inputs of a turn; getters, so that they stay current. */
interface Inputs {
  view: View;
  art: Drawing;
  localizer: Localizer;
}

/** Skip an animation, show what a lesson expects, ask to take back, ask for a hint. */
type Aside = "" | "skip" | "show" | "back" | "hint";

export class Turn {
  /** actions queued for the next decision */
  queued: string[] = $state.raw([]);
  /** the selected mode of playing cards; "": the plain one */
  mode = $state("");
  /** the choice that awaits confirmation */
  unconfirmed: Choice | undefined = $state.raw();
  /** the last pressed card, about which there is something to say, */
  looked: Card | undefined = $state.raw();
  /** and what that is, in the language of the moment; "": nothing */
  readonly cardText = $derived.by(() => (this.looked ? this.about(this.looked) : ""));

  private readonly view = $derived.by(() => this.inputs().view);
  private readonly art = $derived.by(() => this.inputs().art);
  private readonly localizer = $derived.by(() => this.inputs().localizer);
  /** whether the player may act now */
  readonly mine = $derived.by(
    () => this.model.me >= 0 && this.view.to_act === this.model.me && this.model.scene.idle && !(this.view.page === true && this.model.opening),
  );
  /** the player may ask to take back the last action, which was their own */
  readonly offered = $derived.by(() => {
    const { back, me } = this.model;
    return me >= 0 && back !== undefined && back.seat === me && !back.asked && !back.done && (back.refused ?? -1) < 0;
  });
  readonly over = $derived.by(() => this.view.result != null && this.model.scene.idle);
  /** the control at the end of the actions, whose place several share */
  readonly aside = $derived.by((): Aside => {
    const { scene, lesson, me, seats, hints } = this.model;
    if (!scene.idle) return "skip";
    if (lesson) return lesson.step?.expected || lesson.step?.touch ? "show" : "";
    if (this.offered && !this.mine) return "back";
    const plays = me >= 0 && !this.over && seats[me]?.stand_in !== true && !(this.view.out ?? []).includes(me);
    return plays && hints ? "hint" : "";
  });
  /** whether the game's own page is shown instead of the table */
  readonly onPage = $derived.by(() => this.art.page !== undefined && this.mine && this.view.page === true);
  /** the view with the queued actions applied, and with the player's own order of the cards */
  readonly planned = $derived.by(() => inOrder(this.mine ? withQueued(this.view, this.queued) : this.view, handOrder.handles));
  /** the view on the stage: in the selected mode, without choices that are queued */
  readonly shown = $derived.by(() => {
    const seen = inMode(this.planned, this.mine ? this.mode : "");
    return { ...seen, choices: decisions(seen) };
  });
  readonly modes = $derived.by(() => (this.view.seat >= 0 ? (this.view.modes ?? []) : []));
  /** the permanent buttons, */
  readonly standing = $derived.by((): readonly Button[] => (this.view.seat >= 0 ? (this.view.buttons ?? []) : []));
  /** and choices without a card or a permanent button */
  readonly buttons = $derived.by(() => (this.onPage ? [] : this.shown.choices.filter((one) => one.card == null && !this.stands(one))));
  /** the choice that awaits confirmation, if no permanent button plays it */
  readonly toConfirm = $derived.by(() => (this.unconfirmed && !this.stands(this.unconfirmed) ? this.unconfirmed : undefined));
  private readonly helping = $derived.by(() => settings.helps && this.view.to_act >= 0);
  /** beside the prompt: the table's counters, those that help with this decision, */
  readonly counters = $derived.by((): Counter[] =>
    countersOf(this.view, SPECTATOR, this.helping, this.art.layout.drawn).concat(
      this.helping ? countersOf(this.view, this.view.to_act, true, this.art.layout.drawn).filter((one) => one.help) : [],
    ),
  );
  /** and the lines of its status */
  readonly status = $derived.by(() => (this.view.status ?? []).filter((one) => !one.help || this.helping));

  constructor(
    private readonly model: TableModel,
    private readonly inputs: () => Inputs,
  ) {}

  /** Reset after the table has moved on. */
  forget(): void {
    this.queued = [];
    this.mode = "";
    if (this.unconfirmed) this.looked = undefined;
    this.unconfirmed = undefined;
  }

  /** Ask to take the last action back, if that is offered. */
  takeBack(): void {
    if (this.offered) void this.model.send({ t: "take-back", turn: this.model.turn });
  }

  act(action: string): void {
    this.looked = undefined;
    void this.model.play(...this.queued, action);
  }

  /** Queue an action for the next decision, or remove it. */
  queue(action: string): void {
    this.queued = this.queued.includes(action) ? this.queued.filter((one) => one !== action) : [...this.queued, action];
  }

  /** Whether a choice needs confirmation, which shows the text of its card. */
  needsConfirmation(choice: Choice): boolean {
    if (!choice.confirm || this.unconfirmed?.action === choice.action) return false;
    this.model.error = undefined;
    this.model.advice = undefined;
    this.unconfirmed = choice;
    const card = this.shown.zones.find((zone) => zone.id === choice.zone)?.cards?.[choice.card ?? -1];
    if (card) this.looked = card;
    return true;
  }

  /** Return what there is to say about a card: its note, else the game's message about cards, and its text. */
  private about(card: Card): string {
    const name = card.face === undefined ? t("table-card-hidden") : this.localizer.card(card.face);
    const text = [this.localizer.say(this.note(card)), card.face === undefined ? "" : this.localizer.text(card.face)];
    const said = text.filter(Boolean).join(" ");
    return said ? t("table-about", { what: name, said }) : name;
  }

  private note(card: Card): Words | string {
    if (card.note) return card.note;
    if (card.face === undefined || !this.localizer.has("about-card")) return "";
    return { t: "words", id: "about-card", args: { open: visibleCopies(this.view, card.face) } };
  }

  /** Whether a mode may be switched on now. */
  isOpen(one: Mode): boolean {
    return this.mine && (this.view.choices ?? []).some((choice) => choice.mode === one.id);
  }

  /** Whether the best option of the hint is in this mode. */
  advised(one: Mode): boolean {
    const best = this.model.advice?.options[0]?.action;
    return (this.view.choices ?? []).some((choice) => choice.mode === one.id && choice.action === best);
  }

  /** Switch a mode on or off; if that is illegal, the table's refusal says why. */
  turnTo(one: Mode): void {
    if (!this.isOpen(one)) return this.act(one.action);
    this.looked = undefined;
    this.mode = this.mode === one.id ? "" : one.id;
  }

  /** Return what may be done with a card now: the actions of a press, and those that are queued for the next decision. */
  actionsOf({ handle }: Card): Choice[] {
    const zone = this.shown.zones.find((one) => one.kind !== "pile" && one.cards?.some((card) => card.handle === handle));
    if (!this.mine || !zone) return [];
    const at = zone.cards!.findIndex((card) => card.handle === handle);
    return [...choicesOf(this.shown, zone, at), ...(this.art.closeUp ? [] : this.queueable(zone.id, at))];
  }

  /** Return the actions of a card that are queued for the next decision. */
  queueable(zone: string, at: number): Choice[] {
    return (this.planned.choices ?? []).filter((one) => one.marks?.length && one.zone === zone && one.card === at);
  }

  private stands(choice: Choice): boolean {
    return this.standing.some((one) => one.action === choice.action);
  }
}

/** Return the choices that are decisions: those with marks are queued until the next one. */
function decisions(view: View): Choice[] {
  return (view.choices ?? []).filter((one) => !one.marks?.length);
}
