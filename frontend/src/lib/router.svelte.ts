// Client-side router: the route is read from the address and changed by links. Pages load on demand.
import { type Route, routeOf } from "@/lib/route";

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

/** Click handler of the root element: follow links within the site without reloading the page. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.href !== location.href) router.go(link.href);
  else current = here();
}
