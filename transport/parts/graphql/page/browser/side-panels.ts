import { findElement } from "./find-element.ts";

/** The panels beside the editors; at most one is open. */
export class SidePanels<Name extends string> {
  readonly #names: readonly Name[];
  readonly #onOpened: { readonly [name in Name]: () => void };

  constructor(onOpened: { readonly [name in Name]: () => void }) {
    this.#onOpened = onOpened;
    this.#names = Object.keys(onOpened) as Name[];
    for (const name of this.#names) {
      this.#button(name).addEventListener("click", () => (this.isOpen(name) ? this.close() : this.open(name)));
      this.#panel(name).addEventListener("keydown", ({ key }) => {
        if (key !== "Escape") return;
        this.close();
        this.#button(name).focus();
      });
    }
  }

  isOpen(name: Name): boolean {
    return !this.#panel(name).hidden;
  }

  open(name: Name): void {
    this.#show(name);
    this.#onOpened[name]();
  }

  close(): void {
    this.#show(null);
  }

  #show(shown: Name | null): void {
    for (const name of this.#names) {
      this.#panel(name).hidden = name !== shown;
      this.#button(name).ariaExpanded = String(name === shown);
    }
  }

  #panel(name: Name): HTMLElement {
    return findElement(name, HTMLElement);
  }

  #button(name: Name): HTMLButtonElement {
    return findElement(`show-${name}`, HTMLButtonElement);
  }
}
