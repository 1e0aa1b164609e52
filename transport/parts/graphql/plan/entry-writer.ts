import { isNonNullType } from "graphql";
import {
  EngineError,
  type Linked,
  type Position,
  type Query,
  type ReadContext,
  type VisibleNode,
} from "../../../../engine/internal.ts";
import type { Budget } from "../execute/budget.ts";
import type { Reader } from "../execute/reader.ts";
import type { EntryMeaning } from "../schema/meaning.ts";
import { typeName } from "../schema/names.ts";
import { demanded, refuseField } from "./field-error.ts";
import { listText, objectText } from "./json-text.ts";
import { Leaves, partsOf } from "./leaves.ts";
import type { PlannedField, Selection } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";
import type { TextBudget } from "./text-budget.ts";
import type { TypesBehind } from "./types-behind.ts";

/** What the fields of one query are written from. */
export interface Writing {
  readonly reader: Reader;
  readonly budget: Budget;
  readonly args: PlannedArguments;
  /** The query of the only root field, a list; null: its arguments are to be checked. */
  readonly query: Query | null;
  readonly texts: TextBudget;
  readonly behind: TypesBehind;
}

/** The JSON text of an entry. Throws EngineError or FIELD_ERROR if one of its fields has an error, and LimitError. */
export type EntryWriter = (seen: VisibleNode) => string;

/** The place of a writer's entries, and the read that leads to them. */
export interface Standing {
  readonly reading: ReadContext;
  readonly place: Position;
}

/**
 * Charges the entries of a field by the fields selected in them. Throws the work budget's EngineError before any of them
 * is written.
 */
export function chargeEntries(planned: PlannedField, { reading, place }: Standing, entries: number): void {
  const fields = planned.below.get(typeName(place.model))?.fields.length ?? 0;
  reading.view.work.written(entries, fields);
}

/**
 * Prepares to write the entries of a field: everything below them is prepared once, not per entry. Never throws: the
 * error of a field belongs to the entries that show it. `isKept`: the caller keeps the texts of the entries for as long as
 * those of their leaves would be kept.
 */
export function entryWriter(planned: PlannedField, at: Standing, writing: Writing, isKept = false): EntryWriter {
  const selection = planned.below.get(typeName(at.place.model));
  if (selection === undefined) return refuseField;
  const parts = partsOf(selection, at.reading.view.state.shape, at.place, writing.texts).map((part): EntryWriter => {
    if (part instanceof Leaves) {
      return ({ node }) => (isKept ? part.freshText(node, writing.budget) : part.text(node, writing.budget));
    }
    const write = linkWriter(part, at, writing, isKept);
    const around = part.key.length + BRACKETS;
    return (seen) => {
      writing.budget.text(around);
      return part.key + write(seen);
    };
  });
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return (seen) => `{${only(seen)}}`;
  return (seen) => `{${parts.map((part) => part(seen)).join(",")}}`;
}

/** Characters around the value of a key, including a comma; as many as those of `null`. */
const BRACKETS = 4;

function linkWriter(planned: PlannedField, at: Standing, writing: Writing, isKept: boolean): EntryWriter {
  // All fields of an entry with selections lead to entries.
  const meaning = planned.meaning as EntryMeaning;
  switch (meaning.kind) {
    case "one":
    case "many": {
      const linked = prepared(planned, meaning, at, writing);
      if (linked === null) return refuseField;
      return meaning.kind === "one"
        ? oneWriter(planned, linked, at, writing)
        : manyWriter(planned, linked, at, writing);
    }
    case "self":
      return selfWriter(planned, at, writing, isKept);
    case "zone":
      return zoneWriter(planned, meaning, at, writing);
    default:
      return isNonNullType(planned.field.type) ? refuseField : () => "null";
  }
}

/** The fields of the entry once more, charged like those of another. */
function selfWriter(planned: PlannedField, at: Standing, writing: Writing, isKept: boolean): EntryWriter {
  const write = entryWriter(planned, at, writing, isKept);
  return (seen) => {
    chargeEntries(planned, at, 1);
    return write(seen);
  };
}

/** Null if the caller may not follow the attribute, or its arguments are refused. */
function prepared(
  planned: PlannedField,
  meaning: Extract<EntryMeaning, { kind: "one" | "many" }>,
  { reading, place }: Standing,
  { reader, args }: Writing,
): Linked | null {
  const values = args.of(planned);
  if (values === null) return null;
  try {
    return reader.linked(reading, place, meaning, values);
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

function oneWriter(planned: PlannedField, { to, list }: Linked, { reading }: Standing, writing: Writing): EntryWriter {
  const write = entryWriter(planned, { reading, place: to }, writing);
  const absent = isNonNullType(planned.field.type) ? refuseField : () => "null";
  const standing = { reading, place: to };
  return ({ node, layer }) => {
    const [first] = list(node, layer);
    if (first === undefined) return absent();
    chargeEntries(planned, standing, 1);
    writing.budget.entry();
    return write(first);
  };
}

function manyWriter(planned: PlannedField, { to, list }: Linked, { reading }: Standing, writing: Writing): EntryWriter {
  const standing = { reading, place: to };
  const { meaning } = planned;
  if (meaning?.kind !== "many" || !meaning.nodes) {
    const write = entryWriter(planned, standing, writing);
    return ({ node, layer }) => {
      const entries = list(node, layer);
      chargeEntries(planned, standing, entries.length);
      return listText(entries, write, writing.budget);
    };
  }
  const [nodes] = planned.below.values();
  return nodesWriter(demanded(nodes), standing, writing, ({ node, layer }) => list(node, layer));
}

/** A connection without a page: `nodes`, under all its response keys. */
function nodesWriter(
  selection: Selection,
  standing: Standing,
  writing: Writing,
  list: (seen: VisibleNode) => readonly VisibleNode[],
): EntryWriter {
  const writers = new Map(
    selection.fields.flatMap((planned) =>
      planned.below.size === 0 ? [] : [[planned, entryWriter(planned, standing, writing)] as const],
    ),
  );
  const name = JSON.stringify(selection.typeName);
  return (seen) => {
    const entries = list(seen);
    return objectText(selection, (planned) => {
      const write = writers.get(planned);
      if (write === undefined) return name;
      chargeEntries(planned, standing, entries.length);
      return listText(entries, write, writing.budget);
    });
  };
}

function zoneWriter(
  planned: PlannedField,
  { attribute, many }: Extract<EntryMeaning, { kind: "zone" }>,
  at: Standing,
  writing: Writing,
): EntryWriter {
  const { reading } = at;
  const items = writing.reader.zone(reading, at.place, attribute);
  const writers = new Map<Position, EntryWriter>();
  const write = ({ place, ...seen }: VisibleNode & { readonly place: Position }): string => {
    const known = writers.get(place) ?? entryWriter(planned, { reading, place }, writing);
    writers.set(place, known);
    chargeEntries(planned, { reading, place }, 1);
    writing.budget.entry();
    return known(seen);
  };
  if (many) return ({ node, layer }) => `[${items(node, layer).map(write).join(",")}]`;
  const absent = isNonNullType(planned.field.type) ? refuseField : () => "null";
  return ({ node, layer }) => {
    const [only] = items(node, layer);
    return only === undefined ? absent() : write(only);
  };
}
