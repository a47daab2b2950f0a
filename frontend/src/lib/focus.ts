// Keeps focus off the body, where it is invisible and screen readers are silent: after a change of page it goes to the
// heading, and when the focused element is removed, to the part of the table around it.

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

/**
 * Keep focus at a table: when the focused card or button is removed, the stage or the bar around it gets focus, or the part
 * from which focus came to something over the table. Tab goes on from there; a button that got focus instead might be
 * pressed by mistake while Enter is held down.
 */
export function keepFocus(table: HTMLElement): () => void {
  let last: { one: Element; part: HTMLElement | null } | undefined;
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const around = target.closest<HTMLElement>('[role="group"], footer, li');
    last = { one: target, part: around ?? last?.part ?? table.querySelector("footer") };
  };
  const observer = new MutationObserver(() => {
    if (!last?.part || last.one.isConnected || document.activeElement !== document.body) return;
    last.part.tabIndex = -1;
    last.part.focus({ preventScroll: true });
  });
  table.addEventListener("focusin", note);
  observer.observe(table, { childList: true, subtree: true });
  return () => {
    table.removeEventListener("focusin", note);
    observer.disconnect();
  };
}
