// Props shared by the parts of a board: its controls and its dialogs.
import type { Drawing } from "@/games/game";
import type { View } from "@/lib/protocol";
import type { TableModel } from "@/lib/table.svelte";
import type { Turn } from "@/lib/turn.svelte";
import type { Localizer } from "@/lib/localization";

/** The open dialog over a table; "" is none. */
export type Sheet = "" | "rules" | "menu" | "log" | "settings" | "notes" | "talk" | "invite" | "leave" | "result" | "more" | "deal" | "own" | "standings" | "close" | "card" | "keys" | "show";

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
