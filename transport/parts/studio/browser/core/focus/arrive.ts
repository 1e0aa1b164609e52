/** Where a view begins: at the part that was asked for, its heading, a page within it, or what says why it is not there. */
const BEGINNINGS = ["[data-arrival]", "h1", "iframe", ".problem"];

/** Moves the focus to the heading of the view that comes, as soon as it is there, unless someone goes on meanwhile. */
export function arrive(): void {
  const main = document.querySelector("main");
  if (main === null) return;
  main.focus({ preventScroll: true });
  if (isThere(main)) return;
  const coming = new MutationObserver(() => {
    if (isThere(main)) coming.disconnect();
  });
  coming.observe(main, { childList: true, subtree: true });
}

/** Whether there is nothing more to wait for. */
function isThere(main: HTMLElement): boolean {
  if (document.activeElement !== main) return true;
  const beginning = BEGINNINGS.map((each) => main.querySelector<HTMLElement>(each)).find((each) => each !== null);
  if (!beginning) return false;
  if (beginning.tabIndex < 0) beginning.tabIndex = -1;
  beginning.focus();
  return true;
}
