import { describe, expect, it } from "vitest";
import { type Json, type PartColumn, recordsOf, type VersionColumns } from "../../../engine/internal.ts";
import { columnsIn, type VersionsBlock } from "../../../storage/snapshot/versions-block.ts";
import { textOfVersions, VersionsLine } from "../../../storage/snapshot/versions-line.ts";
import { fc } from "../../support/fast-check.ts";

const TIMES = ["createdAt", "updatedAt", "publishedAt"] as const;
const INSTANTS = ["2026-01-01T00:00:00.000Z", "2026-02-03T04:05:06.789Z"];

/** Texts that look like parts of a block, and values whose JSON is unusual. */
const odd = fc.constantFrom<Json>(
  "\t",
  '"\\\t],[',
  ',"values":[\t["a"]\t]}',
  "\u2028 \u{1f600} é \u0000",
  "\ud800",
  1e21,
  -0,
  5e-324,
  null,
  [[], [["\t"]], {}],
  { values: ["\t"], fields: { fields: null, "": "\t" }, "\t": [] },
);
/** Texts of every length that may be shared, many of them equal, and beginnings and ends of these. */
const short = fc.oneof(
  fc.constantFrom("2026-01-02", "2026-01-03", "2026-02-02", "open", "opened", "", ",", '","', "null", "1234567890123"),
  fc.string({ unit: fc.constantFrom("a", "b", "\\", '"', ",", "é"), maxLength: 14 }),
);
const value = fc.oneof(odd, short, fc.jsonValue() as fc.Arbitrary<Json>);
const field = fc
  .oneof(fc.constantFrom("values", "fields", "id", "\t", '"', "kind", "é"), fc.string())
  .filter((name) => {
    return name !== "__proto__" && !TIMES.some((time) => time === name);
  });
const time = fc.constantFrom<string | 0>(0, ...INSTANTS);
const version = (fields: readonly string[]) =>
  fc.record({
    createdAt: fc.constantFrom(...INSTANTS),
    updatedAt: time,
    publishedAt: fc.oneof(time, fc.constant(null)),
    values: fc.tuple(...fields.map(() => value)),
  });
const block: fc.Arbitrary<VersionsBlock> = fc
  .uniqueArray(field, { maxLength: 4 })
  .chain((fields) =>
    fc.record({ fields: fc.constant(fields), versions: fc.array(version(fields), { minLength: 1, maxLength: 4 }) }),
  )
  .map(({ fields, versions }) => ({
    kind: "versions",
    type: "api::page.page",
    status: "draft",
    id: versions.map((_, at) => at + 1),
    documentId: versions.map((_, at) => `d${at}\t`),
    createdAt: versions.map(({ createdAt }) => createdAt),
    updatedAt: versions.map(({ updatedAt }) => updatedAt),
    publishedAt: versions.map(({ publishedAt }) => publishedAt),
    fields,
    values: fields.map((_, at) => versions.map(({ values }) => values[at] ?? null)),
  }));

/** Shared by all lines, so that texts are found that others have. */

function lineOf(text: string): VersionsLine {
  return new VersionsLine(Buffer.from(text), JSON.parse(text));
}

/** A line of versions with a single value each. */
function textOfColumn(field: string, column: readonly Json[]): string {
  const times = column.map(() => INSTANTS[0] ?? "");
  return textOfVersions({
    ...{ kind: "versions", type: "api::page.page", status: "draft", fields: [field], values: [column] },
    ...{ id: times.map((_, at) => at + 1), documentId: times, createdAt: times, updatedAt: times, publishedAt: times },
  });
}

/** The values that `JSON.parse` finds in each column of a line. */
function parsedColumns(text: string): ReadonlyMap<string, readonly Json[]> {
  const { values, createdAt, updatedAt, publishedAt } = columnsIn(JSON.parse(text));
  return new Map([...values, ["createdAt", createdAt], ["updatedAt", updatedAt], ["publishedAt", publishedAt]]);
}

/** Checks that a column is this one, as a list and wherever parts of it are copied to. */
function expectColumn(
  column: PartColumn<Json> | null,
  expected: readonly Json[],
  from = 0,
  until = expected.length,
): void {
  // Copied first, as a column that was parsed is not read from its bytes.
  const list: unknown[] = ["before"];
  column?.copyTo(list, 1, from, until);
  expect(list).toEqual(["before", ...expected.slice(from, until).map((value) => value ?? null)]);
  expect(column?.values).toEqual(expected);
}

/** Numbers with every notation and number of digits, many of them short. */
const number = fc.oneof(
  fc.integer({ min: -999, max: 999 }).map(String),
  fc.tuple(fc.integer(), fc.nat(99_999)).map(([whole, decimals]) => `${whole}.${decimals}`),
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,25})?(e-?[0-9]{1,2})?$/),
  fc.constantFrom("-0", "0.1", "9007199254740991", "9007199254740993", "1.7976931348623157e308", "null"),
);

describe("a line of versions", () => {
  it("gives columns of numbers as parsing does, whatever their notation", () => {
    const columns = fc.array(fc.array(number, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(columns, fc.nat(9), fc.nat(9), (texts, from, length) => {
        for (const column of texts) {
          const numbers = JSON.parse(`[${column.join()}]`);
          const text = textOfColumn("views", numbers).replace(/(?<="values":\[\t).*(?=\t)/, `[${column.join()}]`);
          const start = from % (numbers.length + 1);
          expectColumn(lineOf(text).column("views"), numbers, start, Math.min(numbers.length, start + length));
        }
      }),
    );
  });

  it("gives columns of short texts as parsing does, whichever others were read before", () => {
    const texts = fc.array(fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: fc.constant(null) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(texts, fc.nat(9), (column, from) => {
        const line = lineOf(textOfColumn("state", column));
        for (let reads = 0; reads < 2; reads++) expectColumn(line.column("state"), column, from % column.length);
      }),
    );
  });

  it.each([3_000, 9_000])("gives a column of %i different texts that are nearly equal", (count) => {
    const column = Array.from({ length: count }, (_, at) => String(at * 7).padStart(12, "0"));
    const lines = Array.from({ length: 20 }, () => lineOf(textOfColumn(`numbered ${count}`, column)));
    for (const line of lines) expectColumn(line.column(`numbered ${count}`), column);
  });

  it("gives each column as parsing the whole line does, whatever the values and names", () => {
    fc.assert(
      fc.property(block, (stored) => {
        const text = textOfVersions(stored);
        const line = lineOf(text);
        for (const [name, column] of parsedColumns(text)) expectColumn(line.column(name), column);
        expect(line.column("no such name")?.values).toEqual([]);
        expect(line.columns()).toEqual(columnsIn(JSON.parse(text)));
      }),
    );
  });

  it("gives each version alone as parsing the whole line does, whatever the values and names", () => {
    fc.assert(
      fc.property(block, (stored) => {
        const text = textOfVersions(stored);
        const line = lineOf(text);
        const all = recordsOf(columnsIn(JSON.parse(text)));
        const alone = all.map((_, at) => recordsOf(line.columnsOf(at) as VersionColumns)[0]);
        expect(alone).toEqual(all);
      }),
    );
  });

  it("is the same JSON as without marks, for programs that do not know them", () => {
    fc.assert(
      fc.property(block, (stored) => {
        expect(JSON.parse(textOfVersions(stored))).toEqual(JSON.parse(JSON.stringify(stored)));
      }),
    );
  });

  it("gives no column without marks, or with tabs elsewhere, but is read as a whole", () => {
    fc.assert(
      fc.property(block, fc.constantFrom("", "\t"), (stored, indent) => {
        const text = JSON.stringify(stored, null, indent).replaceAll("\n", "");
        const line = lineOf(text);
        for (const name of [...TIMES, ...stored.fields]) expect(line.column(name)).toBeNull();
        expect(line.columnsOf(0)).toBeNull();
        expect(line.columns()).toEqual(columnsIn(JSON.parse(text)));
      }),
    );
  });

  it("gives no column of a line with another key between its columns, but is read as a whole", () => {
    const text = textOfColumn("views", [1, 2]).replace(',"values"', ',"id":[7,8],"values"');
    const line = lineOf(text);
    expect([line.column("views"), line.columnsOf(0)]).toEqual([null, null]);
    expect(line.columns().id).toEqual([7, 8]);
  });

  it("never gives another column where tabs were added or lost between tokens", () => {
    fc.assert(
      fc.property(block, fc.infiniteStream(fc.boolean()), (stored, draws) => {
        const again = textOfVersions(stored).replaceAll(/\t|(?<=[[\]{}:,])(?=[[\]{}:,])/g, () =>
          draws.next().value ? "\t" : "",
        );
        const isSame = JSON.stringify(tryParse(again)) === JSON.stringify(stored);
        fc.pre(isSame);
        const line = lineOf(again);
        for (const [name, column] of parsedColumns(again)) {
          const found = line.column(name);
          if (found !== null) expectColumn(found, column);
        }
      }),
    );
  });
});

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
