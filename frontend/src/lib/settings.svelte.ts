// Settings of this browser, kept in its storage. They never leave the machine.
import { innerHeight, innerWidth } from "svelte/reactivity/window";
import type { Language } from "@/lib/localization";
import { local } from "@/lib/storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "calm" | "full";

export interface Settings {
  language: Language;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  /** show a notification when it is the user's turn and the page is out of sight */
  alerts: boolean;
  /** percent of the default text size */
  size: 100 | 115 | 130;
  /** show play aids */
  helps: boolean;
}

const KEY = "tefuda";
const QUIET = matchMedia("(prefers-reduced-motion: reduce)");

function stored(): Partial<Settings> {
  return local.json(KEY, {});
}

export const settings: Settings = $state({
  language: navigator.language.startsWith("ja") ? "ja" : "en",
  theme: "auto",
  motion: "auto",
  sound: false,
  alerts: false,
  size: 100,
  helps: true,
  ...stored(),
});

// Pixels of a percent of the browser's own text size, which people set for all pages; `early.js` has set the percentage.
const PERCENT = parseFloat(getComputedStyle(document.documentElement).fontSize) / settings.size || 0.16;

/** Return how large letters are at a table, 1 for the usual 16 pixels: layouts scale with them. */
export function letterSize(): number {
  const most = Math.min((innerWidth.current ?? Infinity) / 18, (innerHeight.current ?? Infinity) / 22);
  return Math.min(PERCENT * settings.size, most) / 16;
}

/** Limits the letters of a page as long as a table is on it. With `:has` in the style sheet every event would cost more. */
export function limitLetters(): () => void {
  const { dataset } = document.documentElement;
  dataset.limited = "";
  return () => delete dataset.limited;
}

// Other pages of this browser follow at once.
addEventListener("storage", (event) => {
  if (event.key === KEY) Object.assign(settings, stored());
});

let systemIsQuiet = $state(QUIET.matches);
QUIET.addEventListener("change", () => (systemIsQuiet = QUIET.matches));

/** Return whether animations are off. */
export function still(): boolean {
  return settings.motion === "calm" || (settings.motion === "auto" && systemIsQuiet);
}

/** Store the settings and apply them to the page; called once, by the root component. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.dataset.motion = still() ? "calm" : "full";
    root.style.setProperty("--letters", `${settings.size}%`);
    local.setJson(KEY, settings);
  });
}
