// Routes: parsing of page addresses. Pure.

export type Route =
  | { page: "home" }
  | { page: "settings" }
  | { page: "about" }
  | { page: "check"; playing: boolean }
  | { page: "new"; game: string; friends: boolean }
  | { page: "join"; table: string; invitation: string }
  | { page: "table"; table: string; invitation: string; deal: boolean }
  | { page: "replay"; table: string; review: boolean; share: string; seat: number | undefined; step: number | undefined }
  | { page: "learn"; game: string; card: string }
  | { page: "decks"; game: string }
  | { page: "rules"; game: string; clause: string }
  | { page: "nowhere" };

/** Return a whole number of at least `least`; undefined for anything else. */
function whole(text: string | null, least: number): number | undefined {
  return text !== null && /^(-1|[0-9]{1,6})$/.test(text) && Number(text) >= least ? Number(text) : undefined;
}

/** Return the address of a moment of a finished game, given the path of its replay. */
export function momentAt(path: string, seat: number, step: number): string {
  return `${path}${path.includes("?") ? "&" : "?"}seat=${seat}&step=${step}`;
}

/** Return a part of an address as text; undefined if it is malformed, as when a link was copied in part. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Return the path to which an invite link of this server leads, "" for any other text. It may have words around it. */
export function invitedTo(text: string, origin: string): string {
  const path = text.slice(text.indexOf(origin) + origin.length).match(/^\/join\/[^\s/]+\/[\w-]+/)?.[0] ?? "";
  return text.includes(origin) && routeOf(path).page === "join" ? path : "";
}

/** Return the route of an address. */
export function routeOf(path: string, search = "", hash = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decoded);
  if (parts.includes(undefined)) return { page: "nowhere" };
  const query = new URLSearchParams(search);
  const [first, second, third] = parts;
  if (!first) return { page: "home" };
  if (first === "settings" && !second) return { page: "settings" };
  if (first === "about" && !second) return { page: "about" };
  if (first === "check" && !second) return { page: "check", playing: hash === "#game" };
  if (first === "new" && second && !third) return { page: "new", game: second, friends: query.has("friends") };
  if (first === "join" && second && third) return { page: "join", table: second, invitation: third };
  if (first === "table" && second && !third) {
    return { page: "table", table: second, invitation: query.get("invitation") ?? "", deal: query.has("deal") };
  }
  if (first === "replay" && second && !third) {
    const share = query.get("share") ?? "";
    return { page: "replay", table: second, review: query.has("review"), share, seat: whole(query.get("seat"), -1), step: whole(query.get("step"), 1) };
  }
  if (first === "learn" && second && !third) return { page: "learn", game: second, card: query.get("card") ?? "" };
  if (first === "decks" && second && !third) return { page: "decks", game: second };
  if (first === "rules" && second && !third) return { page: "rules", game: second, clause: decoded(hash.slice(1)) ?? "" };
  return { page: "nowhere" };
}
