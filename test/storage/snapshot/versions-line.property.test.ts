import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/internal.ts";
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
const value = fc.oneof(odd, fc.jsonValue() as fc.Arbitrary<Json>);
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

function lineOf(text: string): VersionsLine {
  return new VersionsLine(Buffer.from(text), JSON.parse(text));
}

/** What `JSON.parse` finds in each column of a line. */
function parsedColumns(text: string): ReadonlyMap<string, readonly Json[]> {
  const { values, createdAt, updatedAt, publishedAt } = columnsIn(JSON.parse(text));
  return new Map([...values, ["createdAt", createdAt], ["updatedAt", updatedAt], ["publishedAt", publishedAt]]);
}

describe("a line of versions", () => {
  it("gives each column as parsing the whole line does, whatever the values and names", () => {
    fc.assert(
      fc.property(block, (stored) => {
        const text = textOfVersions(stored);
        const line = lineOf(text);
        for (const [name, column] of parsedColumns(text)) expect(line.column(name)).toEqual(column);
        expect(line.column("no such name")).toEqual([]);
        expect(line.columns()).toEqual(columnsIn(JSON.parse(text)));
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
        expect(line.columns()).toEqual(columnsIn(JSON.parse(text)));
      }),
    );
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
          if (found !== null) expect(found).toEqual(column);
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
