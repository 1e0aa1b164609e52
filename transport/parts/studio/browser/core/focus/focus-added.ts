import { STOPS } from "./stop-after.ts";

/** Moves the focus to the first control that is added next within an element. */
export function focusAdded(within: Element): void {
  const before = new Set(within.querySelectorAll(STOPS));
  const adding = new MutationObserver(() => {
    adding.disconnect();
    [...within.querySelectorAll<HTMLElement>(STOPS)].find((stop) => !before.has(stop))?.focus();
  });
  adding.observe(within, { childList: true, subtree: true });
}
