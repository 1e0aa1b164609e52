import { stopAfter } from "./stop-after.ts";

/**
 * Keeps the focus where someone works with keys. A control may remove, replace, move or disable itself by what it does: the
 * browser then drops the focus, and screen readers begin at the top of the page.
 */
export function keepFocus(): void {
  /** Whether the last input was a key. A focus that follows a touch opens the keyboard of a phone. */
  let isByKeys = true;
  let isTab = false;
  let last: HTMLElement | null = null;
  const pressed = ({ key }: KeyboardEvent) => {
    isByKeys = true;
    isTab = key === "Tab";
    // The focus moves before the next task.
    setTimeout(() => {
      isTab = false;
    });
  };
  addEventListener("keydown", pressed, true);
  addEventListener("pointerdown", () => (isByKeys = false), true);
  addEventListener("focusin", ({ target }) => (last = target instanceof HTMLElement ? target : null));
  addEventListener("focusout", ({ relatedTarget }) => {
    // Tab leaves the page for the controls of the browser.
    if (isTab && relatedTarget === null) last = null;
  });
  const look = (changes: readonly MutationRecord[]) => {
    if (isByKeys && last !== null && isLost(last)) stopAfter(last, changes).focus();
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}

function isLost(last: HTMLElement): boolean {
  const { activeElement, body } = document;
  return document.hasFocus() && (activeElement === body || (activeElement === last && last.matches(":disabled")));
}
