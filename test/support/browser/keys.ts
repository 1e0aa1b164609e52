import type { Page } from "@playwright/test";
import { expect } from "vitest";

/** The element that has the focus. */
export interface Stop {
  /** As screen readers say it; `nothing` where the focus is lost to the page as a whole. */
  readonly name: string;
  /**
   * Whether people see that it has the focus: it has an outline, is within the window, and behind nothing. The heading
   * of a view that has opened needs no outline, since keys do nothing there.
   */
  readonly isShown: boolean;
}

const STOP = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body || element.matches(":disabled")) return { name: "nothing", isShown: false };
  const labelled = [...(element.labels ?? [])].map((label) => label.innerText).join(" ");
  const said = element.ariaLabel || element.title || labelled || element.placeholder || element.innerText || element.tagName;
  const name = element.tagName === "BUTTON" && !element.ariaLabel ? element.innerText : said;
  const box = element.getBoundingClientRect();
  const x = box.left + Math.min(box.width, innerWidth) / 2;
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
  const onTop = document.elementFromPoint(x, y);
  const seen = onTop !== null && (element.contains(onTop) || onTop.contains(element));
  const outlined = [element, element.closest(".json-editor")].some((each) => {
    const { outlineStyle, outlineWidth } = each === null ? {} : getComputedStyle(each);
    return outlineStyle !== undefined && outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  });
  const needsNoOutline = element.matches('iframe, :is(h1, h2)[tabindex="-1"]');
  return { name: name.replaceAll(/\\s+/g, " ").trim(), isShown: seen && (outlined || needsNoOutline) };
})()`;

/** Nobody goes further than this. */
const MAX_STOPS = 150;

export type Keys = ReturnType<typeof keysOf>;

/** Works a page by keys alone, and expects of every stop on the way that it is shown. */
export function keysOf(page: Page) {
  const focused = (): Promise<Stop> => page.evaluate(STOP);
  const press = (...keys: readonly string[]) =>
    keys.reduce<Promise<void>>((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  /** The element that has the focus, once it is shown: a page that still takes its shape may cover it for a moment. */
  const shown = async (): Promise<string> => {
    const isShown = async () => {
      const stop = await focused();
      return stop.name === "nothing" || stop.isShown ? "shown" : `not shown: ${stop.name}`;
    };
    await expect.poll(isShown).toBe("shown");
    return (await focused()).name;
  };
  const reach = async (wanted: string | RegExp, key = "Tab"): Promise<readonly string[]> => {
    const passed: string[] = [];
    while (passed.length < MAX_STOPS) {
      await press(key);
      const name = await shown();
      if (typeof wanted === "string" ? name === wanted : wanted.test(name)) return passed;
      passed.push(name);
    }
    throw new Error(`${wanted} is not reached by ${key}: ${passed.join(" | ")}`);
  };
  return {
    focused: async () => (await focused()).name,
    press,
    type: (text: string) => page.keyboard.type(text),
    reach,
    /** Goes to something and presses Enter there. */
    enter: async (wanted: string | RegExp, key = "Tab") => {
      await reach(wanted, key);
      await press("Enter");
    },
    /** Expects the focus to come to something. */
    expectAt: (wanted: string | RegExp) =>
      expect
        .poll(async () => (await focused()).name)
        .toEqual(typeof wanted === "string" ? wanted : expect.stringMatching(wanted)),
  };
}
