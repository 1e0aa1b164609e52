import { getNullableType, isListType } from "graphql";
import { type CheckLimits, FILE_TYPE } from "../../../../engine/internal.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import { isNodes } from "../schema/node-types.ts";
import type { PlannedField, Selection } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";

export interface CostOptions {
  readonly args: PlannedArguments;
  readonly limits: CheckLimits;
  /** Number of types in the schema. */
  readonly types: number;
  /** The number of stored documents of a content type, which bounds its lists. Without it, every list counts as full. */
  readonly documentsOf?: (type: string) => number;
}

/** The assumed length of a list without a limit in the query. */
const WHOLE = 100;

/** The assumed number of entries of a zone, of components if there is content, and of members of introspection lists. */
const ZONE_ENTRIES = 10;
const SCHEMA_ENTRIES = 8;

/** How often a path may lead through lists of one type before they count as if a few documents were stored at least. */
const ROUNDS = 2;
const FEW_DOCUMENTS = 15;

/**
 * Number of entries that a selection could return per source if every list were full, or as long as its type has
 * documents. A query that goes round in circles is refused before there is any content, too: with content it would not
 * end.
 */
export function costByContent(root: Selection, options: CostOptions, documentsOf: (type: string) => number): number {
  const least = goesRound(root, new Map()) ? FEW_DOCUMENTS : 0;
  return costOf(root, { ...options, documentsOf: (type) => Math.max(documentsOf(type), least) });
}

/** Whether a path leads through more lists of one type than `ROUNDS`. */
function goesRound({ fields }: Selection, above: ReadonlyMap<string, number>): boolean {
  return fields.some((planned) => {
    if (planned.below.size === 0) return false;
    const type = listedType(planned);
    const rounds = type === null ? 0 : (above.get(type) ?? 0) + 1;
    if (rounds > ROUNDS) return true;
    const inside = type === null ? above : new Map(above).set(type, rounds);
    return [...planned.below.values()].some((selection) => goesRound(selection, inside));
  });
}

/** The types of a list of files. */
const FILES = ["UploadFile", "UploadFileRelationResponseCollection"];

/** uid of the content type that a field lists; null for one entry, and for components. */
function listedType({ meaning, below }: PlannedField): string | null {
  switch (meaning?.kind) {
    case "find many":
    case "find page":
      return meaning.type.uid;
    case "many":
      return meaning.find ?? (FILES.some((name) => below.has(name)) ? FILE_TYPE : null);
    default:
      return null;
  }
}

/** Number of entries that a selection could return if every list were full. */
export function costOf(selection: Selection, options: CostOptions): number {
  return costUnder(selection, { entries: 1, shown: 1 }, options);
}

/** Entries in one place of the answer, and how often each of them can be among them. */
interface Sources {
  readonly entries: number;
  readonly shown: number;
}

function costUnder(selection: Selection, sources: Sources, options: CostOptions): number {
  // A leaf of an entry costs next to nothing; one of the schema as much as anything else.
  let cost = selection.typeName.startsWith("__") ? selection.fields.length * sources.entries : 0;
  for (const planned of selection.fields) {
    if (planned.below.size === 0) continue;
    const isAbove = isShownAbove(planned);
    const inside = isAbove ? sources : behind(planned, sources, options);
    let below = 0;
    for (const each of planned.below.values()) below = Math.max(below, costUnder(each, inside, options));
    cost += isAbove ? below : inside.entries + below;
  }
  return cost;
}

/** The nodes of a connection are counted at the connection itself, and an entry once. */
function isShownAbove({ meaning, field }: PlannedField): boolean {
  return meaning === undefined ? isNodes(field.name) : meaning.kind === "self";
}

/** The entries behind a field. If each of them has one owner, there are no more than the type has documents. */
function behind(planned: PlannedField, { entries, shown }: Sources, options: CostOptions): Sources {
  const { meaning } = planned;
  const full = entries * entriesOf(planned, options);
  const isOnce = meaning !== undefined && ("type" in meaning || ("isOwned" in meaning && meaning.isOwned));
  if (!isOnce) return { entries: full, shown: full };
  const type = listedType(planned);
  const { documentsOf } = options;
  const stored = type === null || documentsOf === undefined ? full : shown * documentsOf(type);
  return { entries: Math.min(full, stored), shown };
}

function entriesOf(planned: PlannedField, { args, limits, types, documentsOf }: CostOptions): number {
  switch (planned.meaning?.kind) {
    case "find many":
    case "find page":
    case "many": {
      const length = lengthOf(args.of(planned) ?? {}, limits);
      if (documentsOf === undefined) return length;
      const type = listedType(planned);
      return Math.min(length, type === null ? ZONE_ENTRIES : documentsOf(type));
    }
    case "zone":
      return ZONE_ENTRIES;
    case undefined:
      if (!isList(planned)) return 1;
      return planned.field.name === "types" ? types : SCHEMA_ENTRIES;
    default:
      return 1;
  }
}

function lengthOf({ pagination }: Arguments, { defaultLimit, maxLimit }: CheckLimits): number {
  const { limit, pageSize }: { readonly limit?: unknown; readonly pageSize?: unknown } = Object(pagination);
  const asked = typeof pageSize === "number" ? Math.max(pageSize, 1) : (limit ?? defaultLimit);
  const length = typeof asked === "number" && asked !== -1 ? Math.max(asked, 1) : WHOLE;
  return maxLimit === null ? length : Math.min(length, maxLimit);
}

function isList({ field }: PlannedField): boolean {
  return isListType(getNullableType(field.type));
}
