// Repeats work while the page is visible.

/**
 * Do `work` every `pause` milliseconds, more or less, while the page is visible, and when it is visible again.
 * Returns what ends it. Pages opened at the same moment spread over time; an error only waits for the next time.
 */
export function whileVisible(pause: number, work: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = performance.now();
  let ended = false;

  function plan(): void {
    clearTimeout(timer);
    if (ended || document.hidden) return;
    const since = performance.now() - done;
    timer = setTimeout(() => void again(), Math.max(0, pause * (0.8 + 0.4 * Math.random()) - since));
  }
  async function again(): Promise<void> {
    await work().catch(() => undefined);
    done = performance.now();
    plan();
  }

  plan();
  document.addEventListener("visibilitychange", plan);
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", plan);
  };
}
