import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSearchable, rowsContaining } from "../../../engine/indexes/text-pages.ts";
import { Owner } from "../../../engine/paged/owner.ts";
import { PagedArray } from "../../../engine/paged/paged-array.ts";
import type { Row } from "../../../engine/state/row.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\u0001", "é"), maxLength: 6 });

function rowOf(id: number, title: string | null): Row {
  const at = "2024-01-01T00:00:00.000Z";
  const versions = { createdAt: at, updatedAt: at, publishedAt: at, status: "published" } as const;
  return { id, document: id, documentId: `d${id}`, ...versions, cells: [title], text: null };
}

const textOf = (row: Row): string | null => (row.cells[0] ?? null) as string | null;

describe("the texts of pages", () => {
  it("hold a text where a scan of the rows finds it, also after rows have changed", () => {
    const titles = fc.array(fc.option(text), { maxLength: 600 });
    const changes = fc.array(fc.tuple(fc.nat(600), fc.option(text)), { maxLength: 20 });
    fc.assert(
      fc.property(titles, changes, text, (given, changed, sought) => {
        fc.pre(isSearchable(sought));
        const rows = new PagedArray<Row>(new Owner());
        given.forEach((title, at) => {
          rows.set(at, rowOf(at, title));
        });
        const search = () => rowsContaining(rows.pages(), "title", textOf, sought).map((row) => row.id);
        const scan = () => [...rows.values()].filter((row) => textOf(row)?.includes(sought)).map((row) => row.id);
        expect(search()).toEqual(scan());
        for (const [at, title] of changed) rows.set(at, rowOf(at, title));
        expect(search()).toEqual(scan());
      }),
    );
  });

  it("are not searched for nothing, nor for what stands between them", () => {
    expect(isSearchable("")).toBe(false);
    expect(isSearchable("a\u0001b")).toBe(false);
    expect(isSearchable("a b")).toBe(true);
  });
});
