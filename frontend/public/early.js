// Runs before anything is drawn, as a file of its own because the server allows no script inside a page. It is written so
// that browsers of any age can read it, as it tells those that are too old for the rest.
(function () {
  var root = document.documentElement;
  var chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("tefuda")) || {};
  } catch (refused) {
    // No storage: the defaults serve.
  }

  // The theme, language and text size that a person chose, so that the page never flashes in another.
  if (chosen.theme === "light" || chosen.theme === "dark") root.setAttribute("data-theme", chosen.theme);
  root.lang = chosen.language || (/^ja/.test(navigator.language) ? "ja" : "en");
  if (chosen.size) root.style.setProperty("--letters", chosen.size + "%");
  var manifest = document.querySelector('link[rel="manifest"]');
  if (manifest) manifest.setAttribute("href", "/manifest." + root.lang + ".webmanifest");

  /** Show a message to someone who has only half a page, or none. */
  function tell(japanese, english) {
    var note = document.getElementById("failed") || document.body.appendChild(document.createElement("p"));
    note.id = "failed";
    note.setAttribute("role", "alert");
    note.style.cssText = "position:fixed;left:0;left:env(safe-area-inset-left);right:0;right:env(safe-area-inset-right);bottom:0;margin:0;padding:1rem;background:#7a1f1f;color:#fff;z-index:99";
    note.textContent = root.lang === "ja" ? japanese : english;
  }

  // A script or a style that cannot be fetched leaves a person with half a page: say what to do.
  addEventListener(
    "error",
    function (event) {
      var failed = event.target;
      if (!(failed instanceof HTMLScriptElement || failed instanceof HTMLLinkElement)) return;
      if (failed instanceof HTMLLinkElement && /icon|manifest/.test(failed.rel)) return;
      if (document.querySelector("#app[data-open], [data-old]")) return; // the page says it itself
      tell(
        "ページの一部を読み込めませんでした。通信を確かめて、ページを再読み込みしてください。",
        "A part of this page could not be loaded. Check your connection and reload the page."
      );
    },
    true
  );

  // What came last to the browsers that `old-browser.js` names, of all that the page cannot do without; `main.ts` stops, too.
  if (!Array.prototype.toSorted || !window.CSS || !CSS.supports("color", "color-mix(in srgb, red, blue)")) {
    root.setAttribute("data-old", "");
    addEventListener("DOMContentLoaded", function () {
      document.body.appendChild(document.createElement("script")).src = "/old-browser.js";
    });
  }
})();
