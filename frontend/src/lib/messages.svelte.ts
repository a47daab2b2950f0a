// Messages for components, in the chosen language: `t("home-play")`.  Also holds the current language.
import { api, patiently, Refusal } from "@/lib/api";
import { settings } from "@/lib/settings.svelte";
import { SLUGS, type Argument, type Language, Localizer, gameWords, ownWords, shortWords } from "@/lib/localization";

const OWN: Record<Language, Localizer> = { ja: ownWords("ja"), en: ownWords("en") };
const SHORT = Object.fromEntries(SLUGS.map((slug) => [slug, { ja: shortWords(slug, "ja"), en: shortWords(slug, "en") }]));
const games: Record<string, Localizer> = $state({});
const loading = new Set<string>();

/** Return a message of the page. */
export function t(id: string, args: Record<string, Argument> = {}): string {
  return OWN[settings.language].say(id, [], args);
}

/** Return what to tell the reader about a request that failed, or a part of the page: a new release has other ones. */
export function errorText(error: unknown): string {
  if (!(error instanceof Refusal)) return t("asset-failed");
  return error.status ? error.message : t("unreachable");
}

/** Return the title of a game, its tagline, what it feels like, or what there is to play with ("" if it does not say); available without loading, except for a game that the build does not know. */
export function about(slug: string, id: "title" | "tagline" | "feel" | "alike" | "openings"): string {
  const localizer = SHORT[slug]?.[settings.language] ?? localizerOf(slug);
  return localizer?.has(id) ? localizer.say(id) : "";
}

/** Return the localizer of a game; while its messages load that of the other language, if it is there, else undefined. */
export function localizerOf(slug: string): Localizer | undefined {
  return loaded(slug, () => gameWords(slug, settings.language));
}

/** Return the same with the texts of the game's card file, for tables. */
export function tableLocalizerOf(slug: string): Localizer | undefined {
  return loaded(`${slug}/cards`, async () => {
    const [localizer, { cards }] = await Promise.all([gameWords(slug, settings.language), api.cards(slug)]);
    return localizer.with(cards);
  });
}

function loaded(what: string, load: () => Promise<Localizer>): Localizer | undefined {
  const key = `${settings.language}/${what}`;
  if (!games[key] && !loading.has(key)) void fetchMessages(key, load);
  // A page that vanished for a moment would lose its open dialog, and what is typed there.
  return games[key] ?? games[`${settings.language === "ja" ? "en" : "ja"}/${what}`];
}

/** Load messages, again after a pause if the server does not answer: a page that waits for them shows nothing else. */
async function fetchMessages(key: string, load: () => Promise<Localizer>): Promise<void> {
  loading.add(key);
  const found = await patiently(load);
  if (found) games[key] = found; // else there is no such game
}
