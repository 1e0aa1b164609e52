import { describe, expect, it } from "vitest";
import {
  isSearchable,
  joinedTexts,
  type RowText,
  type Sought,
  slotsWithText,
} from "../../../engine/indexes/text-pages.ts";
import { Owner } from "../../../engine/paged/owner.ts";
import { PagedArray } from "../../../engine/paged/paged-array.ts";
import type { Row } from "../../../engine/state/row.ts";
import { fc } from "../../support/fast-check.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\u0001", "\ufdd0", "é"), maxLength: 9 });
const sought: fc.Arbitrary<Sought> = fc.record({ text, atStart: fc.boolean(), atEnd: fc.boolean() });

function rowOf(id: number, title: string | null): Row {
  const at = "2024-01-01T00:00:00.000Z";
  const versions = { createdAt: at, updatedAt: at, publishedAt: at, status: "published" } as const;
  return { id, slot: id, document: id, documentId: `d${id}`, ...versions, cells: [title], entry: null };
}

const title: RowText = { name: "title", read: (row) => (row.cells[0] ?? null) as string | null };

function has(own: string | null, { text, atStart, atEnd }: Sought): boolean {
  if (own === null) return false;
  if (atStart && atEnd) return own === text;
  if (atStart) return own.startsWith(text);
  return atEnd ? own.endsWith(text) : own.includes(text);
}

describe("the texts of pages", () => {
  it("hold a text where a scan of the rows finds it, also after rows have changed", () => {
    const titles = fc.array(fc.option(text), { maxLength: 600 });
    const changes = fc.array(fc.tuple(fc.nat(600), fc.option(text)), { maxLength: 20 });
    fc.assert(
      fc.property(titles, changes, sought, (given, changed, asked) => {
        fc.pre(isSearchable(asked));
        const rows = new PagedArray<Row>(new Owner());
        given.forEach((title, at) => {
          rows.set(at, rowOf(at, title));
        });
        const scan = () => [...rows.values()].filter((row) => has(title.read(row), asked)).map((row) => row.slot);
        expect(slotsWithText(rows, title, asked)).toEqual(scan());
        for (const [at, title] of changed) rows.set(at, rowOf(at, title));
        expect(slotsWithText(rows, title, asked)).toEqual(scan());
      }),
    );
  });

  it("are not searched for nothing, nor for what stands between them", () => {
    const anywhere = { atStart: false, atEnd: false };
    expect(isSearchable({ ...anywhere, text: "" })).toBe(false);
    expect(isSearchable({ ...anywhere, text: "a\u0001b" })).toBe(false);
    expect(isSearchable({ ...anywhere, text: joinedTexts(["a", "b"]) })).toBe(false);
    expect(isSearchable({ ...anywhere, text: "a b" })).toBe(true);
    expect(isSearchable({ text: "", atStart: true, atEnd: true })).toBe(true);
  });
});
