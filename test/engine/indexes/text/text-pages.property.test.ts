import { describe, expect, it } from "vitest";
import { IndexDemand } from "../../../../engine/indexes/building/index-demand.ts";
import { TextIndex } from "../../../../engine/indexes/text/text-index.ts";
import { isSearchable, joinedTexts, type RowText, type Sought } from "../../../../engine/indexes/text/text-pages.ts";
import { Owner } from "../../../../engine/structures/paged/owner.ts";
import { PagedArray } from "../../../../engine/structures/paged/paged-array.ts";
import type { Row } from "../../../../engine/values/row.ts";
import { fc } from "../../../support/fast-check.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\u0001", "\u0002", "é", "☃"), maxLength: 9 });
const sought: fc.Arbitrary<Sought> = fc.record({
  text,
  atStart: fc.boolean(),
  atEnd: fc.boolean(),
  rest: fc.constant(null),
});

function rowOf(id: number, title: string | null): Row {
  const at = "2024-01-01T00:00:00.000Z";
  const versions = { createdAt: at, updatedAt: at, publishedAt: at, status: "published" } as const;
  return { id, slot: id, document: id, documentId: `d${id}`, ...versions, cells: [title], entry: null };
}

const titleOf = (row: Row) => (row.cells[0] ?? null) as string | null;
const title: RowText = {
  name: "title",
  parts: ["title"],
  read: titleOf,
  lengthAtMost: (row) => titleOf(row)?.length ?? 0,
};

function has(row: Row, { text, atStart, atEnd, rest }: Sought): boolean {
  const own = title.read(row);
  if (own === null || rest?.passes(row) === false) return false;
  if (atStart && atEnd) return own === text;
  if (atStart) return own.startsWith(text);
  return atEnd ? own.endsWith(text) : own.includes(text);
}

/** Compares the index's answer for each text sought with a look at every row. */
function saysTheSame(index: TextIndex, rows: PagedArray<Row>, asked: readonly Sought[]): void {
  for (const sought of asked) {
    const found = index.find(sought, new IndexDemand(null, false));
    const scanned = [...rows.values()].filter((row) => has(row, sought)).map(({ slot }) => slot);
    expect(found.size).toBe(scanned.length);
    expect(scanned.every((slot) => found.has(slot))).toBe(true);
  }
}

describe("the texts of pages", () => {
  it("hold a text where a scan of the rows finds it, also after rows have changed here or in a fork", () => {
    const titles = fc.array(fc.option(text), { maxLength: 600 });
    const changes = fc.array(fc.tuple(fc.nat(600), fc.option(text), fc.boolean()), { maxLength: 20 });
    const several = fc.array(sought.filter(isSearchable), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        titles,
        changes,
        several,
        several,
        fc.constantFrom(0, 1_000),
        fc.nat(3),
        (given, changed, before, after, least, looks) => {
          const limits = { rowsForWords: least, looksForWords: looks, grows: () => {} };
          const rows = new PagedArray<Row>(new Owner());
          given.forEach((title, at) => {
            rows.set(at, rowOf(at, title));
          });
          const index = new TextIndex(new Owner(), rows, title, limits);
          saysTheSame(index, rows, before);
          const owner = new Owner();
          const forked = rows.fork(owner);
          const fork = index.fork(owner, forked, limits);
          for (const [at, title, isGone] of changed) {
            const row = rowOf(at, title);
            const before = forked.get(at) ?? null;
            forked.set(at, isGone ? undefined : row);
            fork.replace(at, before, isGone ? null : row);
          }
          saysTheSame(fork, forked, [...before, ...after]);
          saysTheSame(index, rows, [...before, ...after]);
        },
      ),
    );
  });

  it("are cached for the latest searches, and computed again for others", () => {
    const rows = new PagedArray<Row>(new Owner());
    for (let at = 0; at < 300; at++) rows.set(at, rowOf(at, `title ${at}`));
    const index = new TextIndex(new Owner(), rows, title, { rowsForWords: 1_000, looksForWords: 0, grows: () => {} });
    const anywhere = { atStart: false, atEnd: false, rest: null };
    for (let at = 0; at < 300; at++) saysTheSame(index, rows, [{ ...anywhere, text: `title ${at}` }]);
    expect(index.known({ ...anywhere, text: "title 299" })?.size).toBe(1);
    expect(index.known({ ...anywhere, text: "title 1" })).toBeNull();
    saysTheSame(index, rows, [{ ...anywhere, text: "title 1" }]);
  });

  it("are not searched for an empty text, nor for separators between them", () => {
    const anywhere = { atStart: false, atEnd: false, rest: null };
    expect(isSearchable({ ...anywhere, text: "" })).toBe(false);
    expect(isSearchable({ ...anywhere, text: "a\u0001b" })).toBe(false);
    expect(isSearchable({ ...anywhere, text: joinedTexts(["a", "b"]) })).toBe(false);
    expect(isSearchable({ ...anywhere, text: "a b" })).toBe(true);
    expect(isSearchable({ text: "", atStart: true, atEnd: true, rest: null })).toBe(true);
  });

  it("hold a long text, looked for again and again while they are put together", () => {
    const long = "river stone ".repeat(100);
    const rows = new PagedArray<Row>(new Owner());
    for (let at = 0; at < 10_000; at++) rows.set(at, rowOf(at, at % 1_111 === 0 ? `a ${long}` : `Title ${at}`));
    const index = new TextIndex(new Owner(), rows, title, { rowsForWords: 0, looksForWords: 0, grows: () => {} });
    const within = { text: long, atStart: false, atEnd: false, rest: null };
    const whole = { text: `a ${long}`, atStart: true, atEnd: true, rest: null };
    const absent = { text: "x".repeat(5_000), atStart: false, atEnd: false, rest: null };
    for (let time = 0; time < 4; time++) saysTheSame(index, rows, [within, whole, absent]);
  });
});
