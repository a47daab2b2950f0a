// After a change of page, focus goes to its heading: otherwise it falls to the body, and a screen reader says nothing.

/** How long the heading of a page that still loads is waited for, in milliseconds. */
const PATIENCE = 5000;

/** Focus the heading of the page once it is there, unless something else has been focused meanwhile. */
export function focusHeading(since = performance.now()): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  } else if (performance.now() - since < PATIENCE) setTimeout(() => focusHeading(since), 50);
}
