// Client-side router: the route is read from the address and changed by links. Pages load on demand.
import { type Route, routeOf } from "@/lib/route";

function here(): Route {
  return routeOf(location.pathname, location.search, location.hash);
}

let current: Route = $state(here());

addEventListener("popstate", () => (current = here()));

/** What the browser keeps with a page of this site. */
interface Entry {
  /** a link within the site led here */
  led?: boolean;
  /** what the page shows again when the reader comes back to it: its open dialog, and the place in a lesson */
  kept?: { sheet?: string; place?: string };
}

function entry(): Entry {
  return (history.state as Entry | null) ?? {};
}

export const router = {
  get route(): Route {
    return current;
  },
  go(address: string, { replace = false, keep }: { replace?: boolean; keep?: Entry["kept"] } = {}): void {
    if (keep) history.replaceState({ ...entry(), kept: keep }, "");
    if (replace) history.replaceState({ led: entry().led }, "", address);
    else history.pushState({ led: true }, "", address);
    current = here();
    scrollTo(0, 0);
  },
  /** Return to the page that led here, as it was, or else to an address. */
  back(otherwise: string): void {
    if (entry().led) history.back();
    else router.go(otherwise, { replace: true });
  },
  /** Return what this page is to show again, once. */
  take(what: "sheet" | "place"): string {
    const { kept = {}, ...rest } = entry();
    if (kept[what] === undefined) return "";
    history.replaceState({ ...rest, kept: { ...kept, [what]: undefined } }, "");
    return kept[what];
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
