// The default drawing of a game: everything that its art leaves open.
import type { Drawing } from "@/games/game";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import { layoutZones } from "./layout";

export const DEFAULT: Drawing = { layout: { layoutZones }, face: Face, back: Back, background: Background };
