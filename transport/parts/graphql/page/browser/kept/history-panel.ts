import { makeButton, makeElement } from "../make-element.ts";
import type { Operation } from "../operation.ts";
import type { History, PastOperation } from "./history.ts";

/** Lists earlier operations, to load them again. */
export class HistoryPanel {
  readonly #element: HTMLElement;
  readonly #history: History;
  readonly #onChosen: (operation: Operation) => void;

  constructor(element: HTMLElement, history: History, onChosen: (operation: Operation) => void) {
    this.#element = element;
    this.#history = history;
    this.#onChosen = onChosen;
  }

  show(): void {
    const past = this.#history.list();
    const heading = makeElement("h2", "", "History");
    if (past.length === 0) {
      this.#element.replaceChildren(heading, makeElement("p", "", "Operations that were run are listed here."));
      return;
    }
    const clear = makeButton("", "Clear all", () => this.#change(() => this.#history.clear()));
    this.#element.replaceChildren(heading, makeElement("ul", "", ...past.map((one) => this.#item(one))), clear);
  }

  #item(past: PastOperation): HTMLElement {
    const choose = makeButton("link", makeElement("pre", "", past.query.trim()), () => this.#onChosen(past));
    const remove = makeButton("", "✕", () => this.#change(() => this.#history.remove(past)));
    remove.ariaLabel = "Remove from history";
    const when = makeElement("time", "", timeText(past.at));
    when.dateTime = past.at;
    const what = makeElement("div", "", choose, makeElement("p", "", when));
    return makeElement("li", "past", what, remove);
  }

  #change(change: () => void): void {
    change();
    this.show();
  }
}

function timeText(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleString();
}
