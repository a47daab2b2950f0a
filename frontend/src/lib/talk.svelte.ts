// Reactive state of the talk at a table: what was said, what is unread, who is muted, and the bubbles at the seats.
// Unread and muted are kept in this browser only.
import { t } from "@/lib/messages.svelte";
import type { Line, Talk } from "@/lib/protocol";
import { SafeStorage, browserStorage, local } from "@/lib/storage";
import { SPECTATOR } from "@/lib/view";

export const PHRASES = ["hello", "luck", "nice", "close", "wow", "oops", "sorry", "thanks", "thinking", "moment", "played", "again"] as const;
export const LONGEST_LINE = 200;
/** of this tab: what is unread stays so when the page is loaded again */
const tab = new SafeStorage(browserStorage("sessionStorage"));
const MUTED = "tefuda.muted";
const READ = "tefuda.talk.";
const MOST_MUTED = 200;
const MOST_LINES = 400;
/** how long a bubble stays, in milliseconds, and for each character of a text */
const BUBBLE = 4000;
const BUBBLE_LETTER = 60;
const LONGEST_BUBBLE = 60;

/** A person who has spoken. */
export interface Voice {
  voice: string;
  name: string;
  muted: boolean;
}

export class TalkModel {
  private lines: Line[] = $state.raw([]);
  /** free text may be said now */
  chat = $state(false);
  /** of one's own lines; "": this person cannot say anything here */
  voice = $state("");
  /** what is shown at the seats */
  bubbles: Record<number, string> = $state({});
  /** the latest line that is not shown, for screen readers; a new object also if the same is said again */
  announced: { text: string } | undefined = $state.raw();
  private muted: string[] = $state.raw(storedMuted());
  private read = $state(0);
  private shown = $state(false);
  /** by seat: what removes its bubble */
  private readonly timers: Record<number, ReturnType<typeof setTimeout>> = {};

  /** what is not muted */
  readonly unmuted = $derived(this.lines.filter((line) => !this.muted.includes(line.voice)));
  readonly unread = $derived(this.unmuted.filter((line) => line.number > this.read && line.voice !== this.voice).length);
  /** the others who have spoken, the latest first */
  readonly others: Voice[] = $derived.by(() => {
    const latest = new Map<string, Voice>();
    for (const line of this.lines.toReversed())
      if (line.voice !== this.voice && !latest.has(line.voice)) latest.set(line.voice, { voice: line.voice, name: speakerOf(line), muted: this.muted.includes(line.voice) });
    return [...latest.values()];
  });

  constructor(private readonly table: string) {
    this.read = Number(tab.get(READ + table) ?? 0);
  }

  take(talk: Talk): void {
    const known = new Set(this.lines.map((line) => line.number));
    const fresh = this.lines.length || !talk.all ? talk.lines.filter((line) => !known.has(line.number)) : [];
    this.lines = (talk.all ? [...talk.lines] : [...this.lines, ...fresh]).slice(-MOST_LINES);
    this.chat = talk.chat;
    for (const line of fresh) if (!this.muted.includes(line.voice)) this.tell(line);
    if (this.shown) this.seen();
  }

  /** The talk is shown from now on, or no longer. */
  show(shown: boolean): void {
    this.shown = shown;
    if (shown) this.seen();
  }

  mute(voice: string): void {
    const others = storedMuted().filter((one) => one !== voice); // another page may have muted someone
    this.muted = this.muted.includes(voice) ? others : [...others, voice].slice(-MOST_MUTED);
    local.set(MUTED, this.muted.join(" "));
  }

  private seen(): void {
    this.read = Math.max(this.read, ...this.lines.map((line) => line.number));
    tab.set(READ + this.table, String(this.read));
  }

  private tell(line: Line): void {
    const said = saidIn(line);
    if (line.voice !== this.voice && !this.shown) this.announced = { text: t("talk-says", { who: speakerOf(line), what: said }) };
    if (line.seat === SPECTATOR || line.chat != null) return;
    const { seat } = line;
    const bubble = said.length > LONGEST_BUBBLE ? `${[...said].slice(0, LONGEST_BUBBLE - 1).join("")}…` : said;
    this.bubbles[seat] = bubble;
    clearTimeout(this.timers[seat]);
    this.timers[seat] = setTimeout(() => delete this.bubbles[seat], BUBBLE + BUBBLE_LETTER * bubble.length);
  }
}

function storedMuted(): string[] {
  return local.get(MUTED)?.split(" ").filter(Boolean) ?? [];
}

/** Return the name of who has said a line. */
export function speakerOf({ name, seat }: Line): string {
  const who = name || t("guest");
  return seat === SPECTATOR ? t("talk-spectator", { who }) : who;
}

/** Return what a line says, in the reader's language if it is a phrase. */
export function saidIn(line: Line): string {
  if (line.chat != null) return t(line.chat ? "talk-chat-on" : "talk-chat-off");
  return line.phrase && (PHRASES as readonly string[]).includes(line.phrase) ? t(`phrase-${line.phrase}`) : (line.text ?? line.phrase ?? "");
}
