import { isSearchable, joinedTexts, type RowText, type Sought } from "../../../indexes/text/text-pages.ts";
import type { ScalarType } from "../../../schema/attribute.ts";
import type { Row } from "../../../values/row.ts";
import type { Value } from "../../../values/value.ts";
import { foldCase } from "../../match/fold-case.ts";
import { lengthAtMost } from "../../match/length-at-most.ts";
import { testOf, textOf } from "../../match/operators.ts";
import type { Comparison, Operator } from "../../query.ts";
import type { RowSource } from "../../row-source.ts";
import { type ComponentPath, fieldOf, reachOf, valuesOf } from "../row-fields.ts";
import type { Selection } from "../selection.ts";

/** Where each text operator searches, and whether it ignores case. */
const TEXTUAL: ReadonlyMap<Operator, { readonly atStart: boolean; readonly atEnd: boolean; readonly folded: boolean }> =
  new Map([
    ["contains", { atStart: false, atEnd: false, folded: false }],
    ["containsi", { atStart: false, atEnd: false, folded: true }],
    ["startsWith", { atStart: true, atEnd: false, folded: false }],
    ["startsWithi", { atStart: true, atEnd: false, folded: true }],
    ["endsWith", { atStart: false, atEnd: true, folded: false }],
    ["endsWithi", { atStart: false, atEnd: true, folded: true }],
    ["eqi", { atStart: true, atEnd: true, folded: true }],
  ] as const);

/** Without statistics, one in this many rows is assumed to contain a text; the exact number needs a search. */
const GUESSED_SHARE = 32;

/** The rows for which a text operator holds; null for other operators, texts that cannot be searched for, and unread rows. */
export function accessPathForText(source: RowSource, comparison: Comparison, path: ComponentPath): Selection | null {
  const { operator, operand } = comparison;
  const kind = TEXTUAL.get(operator);
  if (kind === undefined || operand === null) return null;
  const isMany = reachOf(source, path) === "many";
  const field = fieldOf(source, path, comparison.field);
  const values = isMany ? valuesOf(source, path, comparison.field).read : (row: Row) => [field.read(row)];
  // The texts of several components are indexed as one, in which the ends of a single text are not recognisable.
  const [atStart, atEnd] = isMany ? [false, false] : [kind.atStart, kind.atEnd];
  const rest = atStart === kind.atStart && atEnd === kind.atEnd ? null : restOf(comparison, field.type, values);
  const asSought = kind.folded ? foldCase : asWritten;
  const sought: Sought = { text: asSought(String(operand)), atStart, atEnd, rest };
  if (!isSearchable(sought)) return null;
  const name = `text of ${field.name}${kind.folded ? "" : " as written"}`;
  const { parts } = field;
  const text = isMany ? textOfMany(name, parts, values, asSought) : textOfOne(name, parts, field.read, asSought);
  const index = source.space.indexes.text(text);
  const known = index.known(sought);
  if (known === null && !index.isReady(source.context.view.demand)) return null;
  const rows = known?.size ?? Math.ceil(source.space.size / GUESSED_SHARE);
  return { kind: "text", field: field.name, operator, index, sought, known, rows };
}

/** The comparison as a test, for cases that the text index does not decide. */
function restOf(comparison: Comparison, type: ScalarType, valuesOf: (row: Row) => readonly Value[]): Sought["rest"] {
  const test = testOf(comparison, type);
  return { name: comparison.operator, passes: (row) => valuesOf(row).some((value) => test(value) === true) };
}

function asWritten(text: string): string {
  return text;
}

/** The text of a value, in the form in which it is searched. */
function textOfOne(
  name: string,
  parts: RowText["parts"],
  read: (row: Row) => Value,
  asSought: (text: string) => string,
): RowText {
  return {
    name,
    parts,
    read: (row) => {
      const value = read(row);
      return value === null ? null : asSought(textOf(value));
    },
    lengthAtMost: (row) => lengthAtMost([read(row)]),
  };
}

/** The texts of some values of a row as one. */
function textOfMany(
  name: string,
  parts: RowText["parts"],
  valuesOf: (row: Row) => readonly Value[],
  asSought: (text: string) => string,
): RowText {
  return {
    name,
    parts,
    read: (row) => {
      const texts = valuesOf(row).flatMap((value) => (value === null ? [] : [asSought(textOf(value))]));
      return texts.length === 0 ? null : joinedTexts(texts);
    },
    lengthAtMost: (row) => lengthAtMost(valuesOf(row)),
  };
}
