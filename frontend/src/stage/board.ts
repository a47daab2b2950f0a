// What the parts of a board share: the props of its controls and its dialogs, and the room for what lies over it.
import type { Drawing } from "@/games/game";
import type { Box } from "@/lib/bubble";
import type { View } from "@/lib/protocol";
import type { TableModel } from "@/lib/table.svelte";
import type { Turn } from "@/lib/turn.svelte";
import type { Localizer } from "@/lib/localization";

/** The open dialog over a table; "" is none. */
export type Sheet = "" | "rules" | "menu" | "log" | "settings" | "notes" | "talk" | "invite" | "leave" | "result" | "more" | "deal" | "own" | "standings" | "close" | "card" | "keys" | "show";

/** pixels between what lies over the table and the edge of the screen */
export const MARGIN = 8;

/** Return the room for what lies over the table: the screen, except where an iPhone on its side has its camera. */
export function tableArea(): Box {
  const { x, y, width, height } = document.querySelector(".table")!.getBoundingClientRect();
  return { x: x + MARGIN, y: y + MARGIN, w: width - 2 * MARGIN, h: height - 2 * MARGIN };
}

export interface Part {
  slug: string;
  model: TableModel;
  turn: Turn;
  view: View;
  art: Drawing;
  localizer: Localizer;
  names: string[];
  act: (action: string) => void;
  open: (sheet: Sheet) => void;
  /** opens the rules at a clause */
  rule: (clause: string) => void;
}
