import { type ReadonlySignal, signal } from "@preact/signals";

/** Whether the window matches a media query, at any time. */
export function matching(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
}
