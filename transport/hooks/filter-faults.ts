import { type Issue, type Schema, unknownKeys } from "../../engine/internal.ts";
import { faultsInTypes } from "../contract/model/type-named.ts";

/** The faults of a registration with a filter: its keys, its types, and a `run` that is no function. */
export function filterFaults(
  schema: Schema,
  filter: { readonly types?: readonly string[] },
  known: readonly string[],
  run: unknown,
): Issue[] {
  return [
    ...unknownKeys(filter, known),
    ...faultsInTypes(schema, filter.types),
    ...(typeof run === "function" ? [] : [{ path: ["hook"], message: "must be a function" }]),
  ];
}
