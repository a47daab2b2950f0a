// Entry point: styles, messages of the chosen language, then the root component. The font loads last, so that nothing
// waits for it, and not at all where the browser is to save data: every device has fonts of its own.
import { mount } from "svelte";
import "@/app.css";
import App from "@/App.svelte";
import { keepApplication } from "@/lib/worker";

const old = "old" in document.documentElement.dataset; // `early.js` says so
if (!old) {
  const root = document.getElementById("app")!;
  root.replaceChildren();
  root.dataset["open"] = ""; // from here on the application reports failed requests itself
  mount(App, { target: root });
  keepApplication();
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  if (!connection?.saveData) void import("@fontsource-variable/noto-sans-jp/wght.css");
}
