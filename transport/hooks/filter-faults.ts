import { type Issue, type Schema, unknownKeys } from "../../engine/internal.ts";
import { faultsInTypes } from "../contract/model/type-named.ts";

/** The faults of a registration with a filter: its keys, its types, and a hook or guard that is no function. */
export function filterFaults(
  schema: Schema,
  filter: { readonly types?: readonly string[] },
  known: readonly string[],
  registered: { readonly hook: unknown } | { readonly guard: unknown },
): Issue[] {
  return [
    ...unknownKeys(filter, known),
    ...faultsInTypes(schema, filter.types),
    ...Object.entries(registered)
      .filter(([, run]) => typeof run !== "function")
      .map(([name]) => ({ path: [name], message: "must be a function" })),
  ];
}
