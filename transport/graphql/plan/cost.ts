import { getNullableType, isListType } from "graphql";
import type { CheckLimits } from "../../../engine/internal.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import { isNodes } from "../schema/node-types.ts";
import type { PlannedField, Selection } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";

export interface CostOptions {
  readonly args: PlannedArguments;
  readonly limits: CheckLimits;
  /** Number of types in the schema. */
  readonly types: number;
}

/** The assumed length of a list without a limit in the query. */
const WHOLE = 100;

/** The assumed number of entries of a zone, and of members of introspection lists. */
const ZONE_ENTRIES = 10;
const SCHEMA_ENTRIES = 8;

/** Number of entries that a selection could return per source if every list were full. */
export function costOf(selection: Selection, options: CostOptions): number {
  // A leaf of an entry costs next to nothing; one of the schema as much as anything else.
  let cost = selection.typeName.startsWith("__") ? selection.fields.length : 0;
  for (const planned of selection.fields) {
    if (planned.below.size === 0) continue;
    let below = 0;
    for (const each of planned.below.values()) below = Math.max(below, costOf(each, options));
    cost += planned.meaning?.kind === "self" ? below : entriesOf(planned, options) * (1 + below);
  }
  return cost;
}

function entriesOf(planned: PlannedField, { args, limits, types }: CostOptions): number {
  switch (planned.meaning?.kind) {
    case "find many":
    case "find page":
    case "many":
      return lengthOf(args.of(planned) ?? {}, limits);
    case "zone":
      return ZONE_ENTRIES;
    case undefined:
      // The nodes of a connection are counted at the connection itself.
      if (isNodes(planned.field.name) || !isList(planned)) return 1;
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
