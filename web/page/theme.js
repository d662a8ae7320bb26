// Light, dark, or as the system has it.
import { byId } from "./dom.js";

const themes = ["auto", "light", "dark"];

export function themed() {
  const button = byId("theme");
  let now = stored("theme") ?? "auto";
  const apply = () => {
    document.documentElement.dataset.theme = now;
    button.textContent = { auto: "◐", light: "☀", dark: "☾" }[now];
    button.setAttribute("aria-label", `Colours: ${now}`);
    button.title = `Colours: ${now}`;
  };
  button.addEventListener("click", () => {
    now = themes[(themes.indexOf(now) + 1) % themes.length];
    store("theme", now);
    apply();
  });
  apply();
}

/** What the browser keeps for this page. Where it keeps nothing, the page works without. */
export function stored(key) {
  try {
    return localStorage.getItem(`quadrille.${key}`);
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(`quadrille.${key}`, value);
  } catch {
    // private windows
  }
}
