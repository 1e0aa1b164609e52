import { afterEach, describe, expect, it, vi } from "vitest";
import { entryText } from "../../../../engine/internal.ts";
import { ComposedText } from "../../../../transport/http/json/composed-text.ts";
import { EntryBytes } from "../../../../transport/http/json/entry-bytes.ts";
import { fc } from "../../../support/fast-check.ts";

const BODY_BYTES = 10_000;

const textual = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.constantFrom("", "\ud800", "é".repeat(100), "a".repeat(500)),
);

/** Entries, and lists of them by their numbers. */
const lists = fc.record({
  texts: fc.array(textual, { minLength: 1, maxLength: 20 }),
  pages: fc.array(fc.array(fc.nat(1_000), { maxLength: 6 }), { maxLength: 60 }),
});

describe("the bytes of entries", () => {
  it.each([[0], [200], [3_000], [100_000]])("compose the body that its text gives, with room for %i bytes", (size) => {
    fc.assert(
      fc.property(lists, ({ texts, pages }) => {
        const bytes = EntryBytes.forBodies(BODY_BYTES, size);
        const entries = texts.map((text) => entryText(text, /^[\0-\x7f]*$/.test(text)));
        for (const page of pages) {
          const chosen = page.flatMap((at) => entries[at % entries.length] ?? []);
          const body = new ComposedText('{"ü":[', chosen, "]}");
          expect(Buffer.from(bytes?.compose(body) ?? [])).toEqual(Buffer.from(body.toString()));
        }
      }),
    );
  });
});

describe("where WebAssembly is forbidden", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("there are none", () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(EntryBytes.forBodies(BODY_BYTES)).toBe(null);
  });
});
