import { type Access, accessTo, type Query, type Select } from "../../../../engine/internal.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { QueryChecks } from "../execute/arguments/query-checks.ts";
import type { RootMeaning } from "../schema/meaning.ts";
import { isNodes, isPageInfo } from "../schema/node-types.ts";
import type { PlannedField, Selection } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";
import type { SelectCache } from "./select-cache.ts";

/** One entry by its documentId, or as of Strapi 4 by the numeric id of a version. */
export type NamedEntry = { readonly documentId: string } | { readonly id: string };

/** The read of a root field, checked for its caller. */
export interface RootRead {
  readonly planned: PlannedField;
  readonly meaning: RootMeaning;
  readonly query: Query;
  /** The selection of the entries, by each field that shows them. */
  readonly shows: ReadonlyMap<PlannedField, Select>;
  /** For one entry: which; the only one of a single type. None: it cannot exist, or there is a list. */
  readonly entry: NamedEntry | "only" | "none";
}

export interface RootReads {
  readonly access: Access;
  readonly checks: QueryChecks;
  readonly selects: SelectCache;
  readonly args: PlannedArguments;
}

/**
 * The reads of all root fields but `__typename`; null if one has an invalid argument. Throws EngineError for the first
 * field that is refused.
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

function rootReadOf(planned: PlannedField, meaning: RootMeaning, options: RootReads): RootRead | null {
  const { access, checks, args } = options;
  const { kind, type } = meaning;
  const given = args.of(planned);
  if (given === null) return null;
  const isObject = kind === "find page" || meaning.nodes === true;
  const fields = isObject ? onlySelection(planned).fields : [];
  const shown = isObject ? fields.filter(({ field }) => isNodes(field.name)) : [planned];
  if (kind === "find one" || kind === "find single") {
    const { query, isAbsent } = checks.entry(access, type, given);
    const shows = showsOf(shown, meaning, query, options);
    const found = kind === "find single" ? "only" : namedEntry(given);
    return { planned, meaning, query, shows, entry: isAbsent ? "none" : found };
  }
  const counted = fields.some(({ field }) => isPageInfo(field.name));
  const query = checks.list(access, type, given, counted);
  return { planned, meaning, query, shows: showsOf(shown, meaning, query, options), entry: "none" };
}

function namedEntry({ id, documentId }: Arguments): NamedEntry {
  return id === undefined ? { documentId: String(documentId) } : { id: String(id) };
}

function showsOf(
  shown: readonly PlannedField[],
  { type }: RootMeaning,
  query: Query,
  { access, checks, selects, args }: RootReads,
): RootRead["shows"] {
  const selecting = { checks, args, access: accessTo(query.statuses, access, checks.engine.rules) };
  return new Map(shown.map((each) => [each, selects.of(selecting, each, type)]));
}

/** The queries of what a read shows, and its own. */
export function queriesOf({ query, shows }: RootRead): readonly Query[] {
  return [query, ...[...shows.values()].map((select) => ({ ...query, select }))];
}

/** The selection of a field whose type is an object type. */
export function onlySelection({ below }: PlannedField): Selection {
  const [selection] = below.values();
  return selection ?? NO_SELECTION;
}

const NO_SELECTION: Selection = { typeName: "", fields: [] };
