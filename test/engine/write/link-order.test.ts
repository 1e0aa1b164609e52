import { describe, expect, it } from "vitest";
import { EngineError } from "../../../engine/error.ts";
import { arrange } from "../../../engine/write/link-order/arrange.ts";
import { placesOf } from "../../../engine/write/link-order/places-of.ts";
import type { Naming, Placing } from "../../../engine/write/link-order/placing.ts";
import { replaceAnchors } from "../../../engine/write/link-order/replace-anchors.ts";
import { fc } from "../../support/fast-check.ts";

const NAMING: Naming = { idOf: (key) => key.charCodeAt(0), locale: "en" };

describe("arrange", () => {
  it("puts documents without a place at the end, and moves those that are there", () => {
    const atEnd = [...["c", "a"]].map((key) => ({ key, place: { at: "end" } as const }));
    expect(arrange(["a", "b"], atEnd, NAMING)).toEqual(["b", "c", "a"]);
  });

  it("puts documents at the start, and next to others", () => {
    expect(arrange(["a", "b"], [{ key: "c", place: { at: "start" } }], NAMING)).toEqual(["c", "a", "b"]);
    expect(arrange(["a", "b"], [{ key: "c", place: { before: "b" } }], NAMING)).toEqual(["a", "c", "b"]);
    expect(arrange(["a", "b"], [{ key: "c", place: { after: "a" } }], NAMING)).toEqual(["a", "c", "b"]);
  });

  it("takes as the start the place before the first that is looked at", () => {
    const toStart = [{ key: "a", place: { at: "start" } }] as const;
    expect(arrange(["a", "b", "c"], toStart, NAMING, new Set(["a", "c"]))).toEqual(["b", "a", "c"]);
    expect(arrange(["b", "a"], toStart, NAMING, new Set(["a"]))).toEqual(["a", "b"]);
  });

  it("allows a position next to a document that is added later in the same write", () => {
    const connected = [
      { key: "a", place: { before: "b" } },
      { key: "b", place: { at: "end" } },
    ] as const;
    expect(arrange([], connected, NAMING)).toEqual(["a", "b"]);
  });

  it("refuses an anchor that is nowhere, naming both", () => {
    const connect = () => arrange(["x"], [{ key: "a", place: { before: "b" } }], NAMING);
    expect(connect).toThrow(EngineError);
    expect(connect).toThrow('relation with id 97 at position {"before":98,"locale":"en"}');
  });

  it("ignores the locale of the anchor if the source has locales", () => {
    const connect = () => arrange(["x"], [{ key: "a", place: { before: "b" } }], { ...NAMING, locale: null });
    expect(connect).toThrow('relation with id 97 at position {"before":98}. The relation');
  });

  it("refuses two places for one document", () => {
    const twice = (...places: readonly ("start" | "end")[]) =>
      arrange(
        ["x"],
        places.map((at) => ({ key: "a", place: { at } })),
        NAMING,
      );
    expect(twice("start", "start")).toEqual(["a", "x"]);
    expect(() => twice("start", "end")).toThrow("The relation with id 97 is already connected.");
  });

  it("follows a chain of anchors however long it is", () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}`);
    const connected = keys.map((key, index) => {
      const next = keys[index + 1];
      return { key, place: next === undefined ? ({ at: "end" } as const) : { before: next } };
    });
    expect(arrange([], connected, NAMING)).toEqual(keys);
  });

  it("refuses a circle", () => {
    const connected = [
      { key: "a", place: { before: "b" } },
      { key: "b", place: { after: "a" } },
    ] as const;
    expect(() => arrange([], connected, NAMING)).toThrow("circular reference");
    const besideItself = [{ key: "a", place: { after: "a" } }] as const;
    for (const list of [[], ["a", "b"]])
      expect(() => arrange(list, besideItself, NAMING)).toThrow("circular reference");
  });

  it("moves one document after the other, as a list of which the keys are taken out and put in", () => {
    const key = fc.constantFrom(..."abcdefgh");
    const place = fc.oneof(
      fc.record({ at: fc.constantFrom("start" as const, "end" as const) }),
      key.map((before) => ({ before })),
      key.map((after) => ({ after })),
    );
    const placings = fc.uniqueArray(fc.record({ key, place }), { selector: (each) => each.key });
    const list = fc.uniqueArray(key);
    fc.assert(
      fc.property(list, placings, fc.array(key), (before, connected, seen) => {
        const known = connected.filter(({ key, place }) => {
          return "at" in place || Object.values(place).every((anchor) => anchor !== key && before.includes(anchor));
        });
        const lookedAt = new Set([
          ...seen,
          ...known.flatMap(({ place }) => ("at" in place ? [] : Object.values(place))),
        ]);
        for (const start of [undefined, lookedAt]) {
          expect(arrange(before, known, NAMING, start)).toEqual(spliced(before, known, start));
        }
      }),
    );
  });
});

/** The naive model of `arrange`, for anchors that are in the list. */
function spliced(list: readonly string[], connected: readonly Placing[], lookedAt?: ReadonlySet<string>): string[] {
  const arranged = [...list];
  const seen = new Set(lookedAt ?? list);
  for (const { key, place } of connected) {
    const from = arranged.indexOf(key);
    if (from !== -1) arranged.splice(from, 1);
    const start = Math.max(
      0,
      arranged.findIndex((each) => seen.has(each)),
    );
    const at =
      "at" in place
        ? { start, end: arranged.length }[place.at]
        : "before" in place
          ? arranged.indexOf(place.before)
          : arranged.indexOf(place.after) + 1;
    arranged.splice(at, 0, key);
    seen.add(key);
  }
  return arranged;
}

/** The place of a key: `c<b` is before b, `c>b` after it. */
const placed = (...texts: readonly string[]) =>
  texts.map((text) => {
    const [key = "", before, after = ""] = text.split(/([<>])/);
    return before === "<" ? { key, place: { before: after } } : { key, place: { after } };
  });

describe("replaceAnchors", () => {
  const result = (list: string, connected: readonly string[], gone: string) => {
    const left = new Set(gone);
    const beside = replaceAnchors([...list], placed(...connected), left);
    return arrange(
      [...list].filter((key) => !left.has(key)),
      beside,
      NAMING,
    ).join("");
  };

  it.each([
    ["abc", ["x<b"], "b", "axc"],
    ["abc", ["x>b", "y<b"], "b", "ayxc"],
    ["abc", ["x<b", "y<b", "z>b"], "b", "axyzc"],
    ["abc", ["x<a"], "ab", "xc"],
    ["abc", ["x>c"], "abc", "x"],
    ["abc", ["a<b"], "b", "ac"],
    ["abc", ["c<b"], "b", "ac"],
    ["ab", ["x>a", "a>b"], "b", "ax"],
    ["abcd", ["x<b", "y<c"], "bc", "ayxd"],
  ] as const)("places %s and %j without %s as %s", (list, connected, gone, expected) => {
    expect(result(list, connected, gone)).toBe(expected);
  });

  it("leaves an anchor that is nowhere to be found to be refused", () => {
    expect(() => result("a", ["x<b"], "b")).toThrow("needs to be connected first");
  });
});

describe("placesOf", () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 20 });

  it("gives rising places to any list, whatever places were there before", () => {
    fc.assert(
      fc.property(
        keys,
        fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), fc.double({ noNaN: true })),
        (list, old) => {
          const places = placesOf(list, new Map(Object.entries(old)));
          const inOrder = list.map((key) => places.get(key) ?? Number.NaN);
          expect(inOrder.every((place, at) => at === 0 || place > (inOrder[at - 1] ?? Number.NaN))).toBe(true);
        },
      ),
    );
  });

  it("changes nothing where nothing moved", () => {
    expect([
      ...placesOf(
        ["a", "b", "c"],
        new Map([
          ["a", 1],
          ["b", 2.5],
          ["c", 7],
        ]),
      ).values(),
    ]).toEqual([1, 2.5, 7]);
  });

  it("changes one place when one document comes in between", () => {
    const places = placesOf(
      ["a", "x", "b"],
      new Map([
        ["a", 1],
        ["b", 2],
      ]),
    );
    expect([...places]).toEqual([
      ["a", 1],
      ["x", 1.5],
      ["b", 2],
    ]);
  });

  it("numbers a list afresh when two neighbours leave no room", () => {
    const next = 1 + Number.EPSILON;
    const places = placesOf(
      ["a", "x", "b"],
      new Map([
        ["a", 1],
        ["b", next],
      ]),
    );
    expect([...places.values()]).toEqual([1, 2, 3]);
  });
});
