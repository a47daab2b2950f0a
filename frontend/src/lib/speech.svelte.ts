// Messages for components, in the chosen language: `t("home-play")`.  Also holds the current language.
import { api } from "@/lib/api";
import { settings } from "@/lib/settings.svelte";
import { SLUGS, type Argument, type Language, Speaker, gameWords, ownWords, shortWords } from "@/lib/words";

const OWN: Record<Language, Speaker> = { ja: ownWords("ja"), en: ownWords("en") };
const SHORT = Object.fromEntries(SLUGS.map((slug) => [slug, { ja: shortWords(slug, "ja"), en: shortWords(slug, "en") }]));
const games: Record<string, Speaker> = $state({});
const loading = new Set<string>();

/** Return a message of the page. */
export function t(id: string, args: Record<string, Argument> = {}): string {
  return OWN[settings.language].say(id, [], args);
}

/** Return the title of a game, its tagline, what it feels like, or what there is to play with ("" if it does not say); available without loading, except for a game that the build does not know. */
export function about(slug: string, id: "title" | "tagline" | "feel" | "alike" | "openings"): string {
  const speaker = SHORT[slug]?.[settings.language] ?? speakerOf(slug);
  return speaker?.has(id) ? speaker.say(id) : "";
}

/** Return the speaker of a game; undefined while its messages load. */
export function speakerOf(slug: string): Speaker | undefined {
  return spoken(`${slug}/${settings.language}`, () => gameWords(slug, settings.language));
}

/** Return the same with the texts of the game's card file, for tables. */
export function tableSpeakerOf(slug: string): Speaker | undefined {
  return spoken(`${slug}/${settings.language}/cards`, async () => {
    const [speaker, { cards }] = await Promise.all([gameWords(slug, settings.language), api.cards(slug)]);
    return speaker.with(cards);
  });
}

function spoken(key: string, load: () => Promise<Speaker>): Speaker | undefined {
  if (!games[key] && !loading.has(key)) {
    loading.add(key);
    load().then(
      (speaker) => (games[key] = speaker),
      () => loading.delete(key),
    );
  }
  return games[key];
}
