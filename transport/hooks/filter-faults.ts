import { type Issue, meantName, type Schema } from "../../engine/internal.ts";
import { faultsInTypes } from "../contract/model/type-named.ts";

/** The faults of a registration with a filter: its keys, its types, and a `run` that is no function. */
export function filterFaults(
  schema: Schema,
  filter: { readonly types?: readonly string[] },
  known: readonly string[],
  run: unknown,
): Issue[] {
  const unknown = Object.keys(filter).filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => ({ path: [name], message: `is not a known key${meantName(name, known)}` })),
    ...faultsInTypes(schema, filter.types),
    ...(typeof run === "function" ? [] : [{ path: ["hook"], message: "must be a function" }]),
  ];
}
