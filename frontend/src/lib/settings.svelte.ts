// Settings of this browser, kept in its storage. They never leave the machine.
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

// The browser's own text size, before the page changes it: people set a larger one for all pages.
const BROWSER_SIZE = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** Return how large letters are, 1 for the usual 16 pixels: layouts scale with them. */
export function letterSize(): number {
  return (BROWSER_SIZE * settings.size) / 100;
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
    root.style.fontSize = settings.size === 100 ? "" : `${settings.size}%`;
    local.setJson(KEY, settings);
  });
}
