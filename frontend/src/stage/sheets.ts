// The sheets that lie over a table, one at a time; "" is none.
export type Sheet = "" | "rules" | "menu" | "log" | "settings" | "notes" | "react" | "invite" | "leave" | "result" | "own" | "close" | "card";
