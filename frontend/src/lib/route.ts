// Routes: parsing of page addresses. Pure.

export type Route =
  | { page: "home" }
  | { page: "settings" }
  | { page: "about" }
  | { page: "new"; game: string; friends: boolean }
  | { page: "join"; table: string; invitation: string }
  | { page: "table"; table: string; invitation: string; deal: boolean }
  | { page: "replay"; table: string; review: boolean }
  | { page: "learn"; game: string; card: string }
  | { page: "decks"; game: string }
  | { page: "rules"; game: string; clause: string }
  | { page: "nowhere" };

/** Return the route of an address. */
export function routeOf(path: string, search = "", hash = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  const [first, second, third] = parts;
  if (!first) return { page: "home" };
  if (first === "settings" && !second) return { page: "settings" };
  if (first === "about" && !second) return { page: "about" };
  if (first === "new" && second && !third) return { page: "new", game: second, friends: query.has("friends") };
  if (first === "join" && second && third) return { page: "join", table: second, invitation: third };
  if (first === "table" && second && !third) {
    return { page: "table", table: second, invitation: query.get("invitation") ?? "", deal: query.has("deal") };
  }
  if (first === "replay" && second && !third) return { page: "replay", table: second, review: query.has("review") };
  if (first === "learn" && second && !third) return { page: "learn", game: second, card: query.get("card") ?? "" };
  if (first === "decks" && second && !third) return { page: "decks", game: second };
  if (first === "rules" && second && !third) return { page: "rules", game: second, clause: decodeURIComponent(hash.slice(1)) };
  return { page: "nowhere" };
}
