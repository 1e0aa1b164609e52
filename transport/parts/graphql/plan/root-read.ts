import { type Access, accessTo, type Query } from "../../../../engine/internal.ts";
import type { QueryChecks } from "../execute/arguments/query-checks.ts";
import type { RootMeaning } from "../schema/meaning.ts";
import { isNodes, isPageInfo } from "../schema/node-types.ts";
import type { PlannedField, Selection } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";
import type { SelectCache } from "./select-cache.ts";

/** The read of a root field, checked for its caller. */
export interface RootRead {
  readonly planned: PlannedField;
  readonly meaning: RootMeaning;
  /** What it depends on besides what it shows. */
  readonly query: Query;
  /** The query with what it shows of the entries, by each field that shows them. */
  readonly shows: ReadonlyMap<PlannedField, Query>;
  /** The entry of a field for one entry; null: there can be none. */
  readonly documentId: string | null;
}

export interface RootReads {
  readonly access: Access;
  readonly checks: QueryChecks;
  readonly selects: SelectCache;
  readonly args: PlannedArguments;
}

/**
 * The reads of all root fields but `__typename`; null if an argument of one of them is invalid. Throws EngineError for the
 * first field that is refused.
 */
export function rootReadsOf(root: Selection, options: RootReads): readonly RootRead[] | null {
  const reads: RootRead[] = [];
  for (const planned of root.fields) {
    const { meaning } = planned;
    if (meaning === undefined || !("type" in meaning)) continue;
    const read = rootReadOf(planned, meaning, options);
    if (read === null) return null;
    reads.push(read);
  }
  return reads;
}

export function rootReadOf(planned: PlannedField, meaning: RootMeaning, options: RootReads): RootRead | null {
  const { access, checks, args } = options;
  const given = args.of(planned);
  if (given === null) return null;
  const { kind, type } = meaning;
  if (kind === "find one" || kind === "find single") {
    const { query, documentId } = checks.entry(access, type, given);
    return { planned, meaning, query, documentId, shows: showsOf([planned], meaning, query, options) };
  }
  const fields = kind === "find page" ? onlySelection(planned).fields : [];
  const counted = fields.some(({ field }) => isPageInfo(field.name));
  const query = checks.list(access, type, given, counted);
  const shown = kind === "find page" ? fields.filter(({ field }) => isNodes(field.name)) : [planned];
  return { planned, meaning, query, documentId: null, shows: showsOf(shown, meaning, query, options) };
}

/** The queries of what fields show of the entries that a query finds. */
export function showsOf(
  shown: readonly PlannedField[],
  { type }: RootMeaning,
  query: Query,
  { access, checks, selects, args }: RootReads,
): ReadonlyMap<PlannedField, Query> {
  const selecting = { checks, args, access: accessTo(query.statuses, access, checks.engine.rules) };
  return new Map(shown.map((each) => [each, { ...query, select: selects.of(selecting, each, type) }]));
}

/** The selection of a field whose type is an object type. */
export function onlySelection({ below }: PlannedField): Selection {
  const [selection] = below.values();
  return selection ?? NO_SELECTION;
}

const NO_SELECTION: Selection = { typeName: "", fields: [] };
