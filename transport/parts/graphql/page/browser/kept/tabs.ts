import { findElement } from "../find-element.ts";

/** Connects tabs with their panels: by click, and by arrow keys as the ARIA pattern requires. */
export function connectTabs(names: readonly string[]): void {
  const tabs = names.map((name) => findElement(`${name}-tab`, HTMLButtonElement));
  const panels = names.map((name) => findElement(name, HTMLElement));
  const choose = (chosen: number): void => {
    for (const [at, tab] of tabs.entries()) {
      tab.ariaSelected = String(at === chosen);
      tab.tabIndex = at === chosen ? 0 : -1;
    }
    for (const [at, panel] of panels.entries()) panel.hidden = at !== chosen;
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(at));
    tab.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      const next = (at + step + tabs.length) % tabs.length;
      choose(next);
      tabs[next]?.focus();
    });
  }
}
