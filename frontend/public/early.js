// Runs before anything is drawn, as a file of its own because the server allows no script inside a page.

// The theme, language and text size that a person chose, so that the page never flashes in another.
try {
  const chosen = JSON.parse(localStorage.getItem("tefuda") || "{}");
  const root = document.documentElement;
  if (chosen.theme === "light" || chosen.theme === "dark") root.dataset.theme = chosen.theme;
  root.lang = chosen.language || (navigator.language.startsWith("ja") ? "ja" : "en");
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", `/manifest.${root.lang}.webmanifest`);
  if (chosen.size) root.style.setProperty("--letters", chosen.size + "%");
} catch {
  // No storage: the defaults serve.
}

// A script or a style that cannot be fetched leaves a person with half a page: say what to do.
addEventListener(
  "error",
  (event) => {
    const failed = event.target;
    if (!(failed instanceof HTMLScriptElement || failed instanceof HTMLLinkElement)) return;
    if (failed instanceof HTMLLinkElement && /icon|manifest/.test(failed.rel)) return;
    if (document.querySelector("#app[data-open]")) return; // the page is there, and says it itself
    const note = document.getElementById("failed") || document.body.appendChild(document.createElement("p"));
    note.id = "failed";
    note.setAttribute("role", "alert");
    note.style.cssText = "position:fixed;inset:auto 0 0;margin:0;padding:1rem;background:#7a1f1f;color:#fff;z-index:99";
    note.textContent =
      document.documentElement.lang === "ja"
        ? "ページの一部を読み込めませんでした。通信を確かめて、ページを再読み込みしてください。"
        : "A part of this page could not be loaded. Check your connection and reload the page.";
  },
  true,
);
