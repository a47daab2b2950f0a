// Starts the page: styles first, the chosen language's words, then the root component. The font comes last, so that
// nothing waits for it.
import { mount } from "svelte";
import "@/app.css";
import App from "@/App.svelte";

const root = document.getElementById("app")!;
root.replaceChildren();
root.dataset["open"] = ""; // from here on the page says by itself what could not be fetched
mount(App, { target: root });
void import("@fontsource-variable/noto-sans-jp/wght.css");
