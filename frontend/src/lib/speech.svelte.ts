// The words of the page in the chosen language, as components read them: `t("home-play")`. Also which language is on show.
import { settings } from "@/lib/settings.svelte";
import { type Argument, type Language, Speaker, gameWords, ownWords } from "@/lib/words";

let own: Speaker | undefined = $state.raw();
const games: Record<string, Speaker> = $state({});
const loading = new Set<string>();

/** Fetch the words of the chosen language; the page waits for it once, and shows the old words meanwhile later on. */
export async function learn(language: Language): Promise<void> {
  const speaker = await ownWords(language);
  if (settings.language === language) own = speaker;
}

export function ready(): boolean {
  return own !== undefined;
}

/** A message of the page. */
export function t(id: string, args: Record<string, Argument> = {}): string {
  return own?.say(id, [], args) ?? "";
}

/** The words of a game; undefined while they are on their way. */
export function speakerOf(slug: string): Speaker | undefined {
  const key = `${slug}/${settings.language}`;
  if (!games[key] && !loading.has(key)) {
    loading.add(key);
    gameWords(slug, settings.language).then(
      (speaker) => (games[key] = speaker),
      () => loading.delete(key),
    );
  }
  return games[key];
}
