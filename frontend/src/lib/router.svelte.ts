// Which page is open: read from the address, changed by links. Pages are components of their own, fetched when opened.

export type Route =
  | { page: "home" }
  | { page: "settings" }
  | { page: "new"; game: string; friends: boolean }
  | { page: "join"; table: string; invitation: string }
  | { page: "table"; table: string; invitation: string }
  | { page: "replay"; table: string }
  | { page: "rules"; game: string; clause: string }
  | { page: "nowhere" };

/** The route that an address names. */
export function routeOf(path: string, search = "", hash = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  const [first, second, third] = parts;
  if (!first) return { page: "home" };
  if (first === "settings" && !second) return { page: "settings" };
  if (first === "new" && second && !third) return { page: "new", game: second, friends: query.has("friends") };
  if (first === "join" && second && third) return { page: "join", table: second, invitation: third };
  if (first === "table" && second && !third) {
    return { page: "table", table: second, invitation: query.get("invitation") ?? "" };
  }
  if (first === "replay" && second && !third) return { page: "replay", table: second };
  if (first === "rules" && second && !third) return { page: "rules", game: second, clause: decodeURIComponent(hash.slice(1)) };
  return { page: "nowhere" };
}

function here(): Route {
  return routeOf(location.pathname, location.search, location.hash);
}

let current: Route = $state(here());

addEventListener("popstate", () => (current = here()));

export const router = {
  get route(): Route {
    return current;
  },
  go(address: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    current = here();
    scrollTo(0, 0);
  },
};

/** Let links within the site change the page without loading it anew. Put on the root element. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.href !== location.href) router.go(link.href);
  else current = here();
}
