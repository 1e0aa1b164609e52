import { describe, expect, it } from "vitest";
import { CONTRACT_RULES, type Engine, STRAPI_RULES } from "../../../engine/internal.ts";
import { FULL } from "../../arbitraries/callers.ts";
import { content } from "../../arbitraries/content.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { fieldsOf } from "../../arbitraries/queries/fields-of.ts";
import { filtersOf, type RawObject } from "../../arbitraries/queries/filters.ts";
import { type OperandType, operandOf, piece } from "../../arbitraries/queries/operands.ts";
import type { Asker } from "../../arbitraries/queries/questions.ts";
import { engineWith } from "../../model/content.ts";
import { fc } from "../../support/fast-check.ts";
import { listed } from "./answers.ts";

const NOTE = CONTENT_SCHEMA.type("api::note.note");
const UNLIMITED = { defaultLimit: null, maxLimit: null };

const asker: fc.Arbitrary<Asker> = fc.constantFrom(
  { name: "contract", rules: CONTRACT_RULES, access: FULL, limits: UNLIMITED },
  { name: "Strapi", rules: STRAPI_RULES, access: FULL, limits: UNLIMITED },
);

/** Numeric ids of the drafts that pass a filter. */
type Passing = (filters: RawObject) => readonly number[];

function passing(engine: Engine, asker: Asker): Passing {
  return (filters) =>
    listed(engine, asker, NOTE.uid, { status: "draft", fields: ["id"], filters }).entries.map(({ id }) => Number(id));
}

/** Checks a law for random content, rules and cases. */
function holds<T>(cases: fc.Arbitrary<T>, law: (passing: Passing, each: T) => void, numRuns = 15): void {
  const many = fc.array(cases, { minLength: 1, maxLength: 20, size: "max" });
  fc.assert(
    fc.property(content, asker, many, (stored, who, all) => {
      const pass = passing(engineWith(CONTENT_SCHEMA, stored, who.rules), who);
      for (const each of all) law(pass, each);
    }),
    { numRuns },
  );
}

const filters = filtersOf(NOTE, { access: FULL, links: 2, logic: 1 });
const pair = fc.tuple(filters, filters);
const scalars = filtersOf(NOTE, { access: FULL, links: 0, logic: 2 });

describe("filters about anything", () => {
  it("with $and pass what all of them pass", () => {
    holds(pair, (pass, [a, b]) => {
      const others = pass(b);
      expect(pass({ $and: [a, b] })).toEqual(pass(a).filter((id) => others.includes(id)));
    });
  });

  it("with $or pass what any of them passes", () => {
    holds(pair, (pass, [a, b]) => {
      const [some, others] = [pass(a), pass(b)];
      expect(pass({ $or: [a, b] })).toEqual(pass({}).filter((id) => some.includes(id) || others.includes(id)));
    });
  });

  it("are themselves again when they are negated twice", () => {
    holds(filters, (pass, a) => {
      expect(pass({ $not: { $not: a } })).toEqual(pass(a));
    });
  });

  it("obey De Morgan", () => {
    holds(pair, (pass, [a, b]) => {
      expect(pass({ $not: { $and: [a, b] } })).toEqual(pass({ $or: [{ $not: a }, { $not: b }] }));
      expect(pass({ $not: { $or: [a, b] } })).toEqual(pass({ $and: [{ $not: a }, { $not: b }] }));
    });
  });

  it("mean the same in whatever order they stand", () => {
    holds(pair, (pass, [a, b]) => {
      expect(pass({ $and: [a, b] })).toEqual(pass({ $and: [b, a] }));
      expect(pass({ $or: [a, b] })).toEqual(pass({ $or: [b, a] }));
    });
  });
});

describe("filters about scalars", () => {
  it("and their negations have nothing in common", () => {
    holds(scalars, (pass, a) => {
      const others = pass({ $not: a });
      expect(pass(a).filter((id) => others.includes(id))).toEqual([]);
    });
  });
});

interface FieldCase {
  readonly name: string;
  readonly type: OperandType;
  readonly a: string;
  readonly b: string;
}

/** A field with two operands; an id that is none has no place in the order. */
const fieldCase: fc.Arbitrary<FieldCase> = fc.constantFrom(...fieldsOf(NOTE)).chain(({ name, type }) => {
  const operand = operandOf(type).filter((text) => type !== "id" || /^\d+$/.test(text));
  return fc.record({ name: fc.constant(name), type: fc.constant(type), a: operand, b: operand });
});

type Conditions = RawObject | string | readonly string[];

/** Pairs of conditions that mean the same for every field, as their opposites do. */
const SAME: Readonly<Record<string, (a: string, b: string) => readonly [Conditions, Conditions]>> = {
  "a text and $eq": (a) => [a, { $eq: a }],
  "a list and $in": (a, b) => [[a, b], { $in: [a, b] }],
  "$in and any $eq": (a, b) => [{ $in: [a, b] }, { $or: [{ $eq: a }, { $eq: b }] }],
  "$notIn and every $ne": (a, b) => [{ $notIn: [a, b] }, { $and: [{ $ne: a }, { $ne: b }] }],
  "$between and both its bounds": (a, b) => [{ $between: [a, b] }, { $gte: a, $lte: b }],
  "$ne and not $eq": (a) => [{ $ne: a }, { $not: { $eq: a } }],
  "$nei and not $eqi": (a) => [{ $nei: a }, { $not: { $eqi: a } }],
  "$gte and not $lt": (a) => [{ $gte: a }, { $not: { $lt: a } }],
  "$lte and not $gt": (a) => [{ $lte: a }, { $not: { $gt: a } }],
  "$lte and $lt or $eq": (a) => [{ $lte: a }, { $or: [{ $lt: a }, { $eq: a }] }],
  "$notContains and not $contains": (a) => [{ $notContains: a }, { $not: { $contains: a } }],
  "$notContainsi and not $containsi": (a) => [{ $notContainsi: a }, { $not: { $containsi: a } }],
  "$notNull and not $null": () => [{ $notNull: "true" }, { $not: { $null: "true" } }],
  "$null=false and $notNull": () => [{ $null: "false" }, { $notNull: "true" }],
  "a list under $ne and any $ne": (a, b) => [{ $ne: [a, b] }, { $or: [{ $ne: a }, { $ne: b }] }],
};

/** In fields of text, every value that passes the first passes the second. */
const IMPLIED: readonly (readonly [string, string])[] = [
  ["$eq", "$eqi"],
  ["$eq", "$contains"],
  ["$eq", "$startsWith"],
  ["$eq", "$endsWith"],
  ["$eqi", "$containsi"],
  ["$eqi", "$startsWithi"],
  ["$eqi", "$endsWithi"],
  ["$startsWith", "$contains"],
  ["$endsWith", "$contains"],
  ["$startsWith", "$startsWithi"],
  ["$endsWith", "$endsWithi"],
  ["$contains", "$containsi"],
  ["$startsWithi", "$containsi"],
  ["$endsWithi", "$containsi"],
];

const TEXT_TYPES: readonly OperandType[] = ["string", "text", "richtext", "email", "uid", "documentId"];
const textCase = fc
  .tuple(
    fieldCase.filter(({ type }) => TEXT_TYPES.includes(type)),
    fc.option(piece),
  )
  .map(([each, part]) => ({ ...each, a: part ?? each.a }));

describe("operators", () => {
  for (const [what, make] of Object.entries(SAME)) {
    it(`mean the same: ${what}`, () => {
      holds(
        fieldCase,
        (pass, { name, a, b }) => {
          const [one, other] = make(a, b);
          expect(pass({ [name]: one })).toEqual(pass({ [name]: other }));
          expect(pass({ $not: { [name]: one } })).toEqual(pass({ $not: { [name]: other } }));
        },
        8,
      );
    });
  }

  it("match values that are not null or their opposite, never null", () => {
    holds(fieldCase, (pass, { name, a }) => {
      const filter = { [name]: { $lt: a } };
      expect(pass({ $or: [filter, { $not: filter }] })).toEqual(pass({ [name]: { $notNull: "true" } }));
    });
  });

  it("of null and not null part everything", () => {
    holds(fieldCase, (pass, { name }) => {
      const known = pass({ [name]: { $notNull: "true" } });
      expect(pass({ [name]: { $null: "true" } })).toEqual(pass({}).filter((id) => !known.includes(id)));
    });
  });

  it("that ask for more pass less", () => {
    holds(
      textCase,
      (pass, { name, a }) => {
        for (const [stronger, weaker] of IMPLIED) {
          const weakly = pass({ [name]: { [weaker]: a } });
          const lost = pass({ [name]: { [stronger]: a } }).filter((id) => !weakly.includes(id));
          expect(lost, `${stronger} and ${weaker} of ${JSON.stringify(a)}`).toEqual([]);
        }
      },
      20,
    );
  });
});
