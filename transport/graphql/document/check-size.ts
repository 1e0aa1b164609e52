import { type DocumentNode, Kind } from "graphql";
import { type GraphqlLimits, LimitError } from "../limits.ts";
import { fieldsWithin } from "./selections.ts";

/**
 * Holds a document against the limits on what costs validation much: it compares every two fields of one name, and goes
 * through all fragments for every operation.
 *
 * @throws LimitError `definitions`, `aliases`, `repetition`.
 */
export function checkSize({ definitions }: DocumentNode, limits: GraphqlLimits): void {
  if (definitions.length > limits.definitions) {
    throw new LimitError("definitions", limits.definitions, "operations and fragments");
  }
  const counts = new Map<string, number>();
  let aliases = 0;
  let pairs = 0;
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    for (const { alias, name } of fieldsWithin(definition.selectionSet)) {
      if (alias !== undefined && ++aliases > limits.aliases) {
        throw new LimitError("aliases", limits.aliases, "fields with another name");
      }
      const shown = (alias ?? name).value;
      const before = counts.get(shown) ?? 0;
      counts.set(shown, before + 1);
      // What the square of the count grows by.
      pairs += 2 * before + 1;
      if (pairs > limits.repetition ** 2) {
        throw new LimitError("repetition", limits.repetition, "fields of one name");
      }
    }
  }
}
