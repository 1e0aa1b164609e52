import type { Populate } from "../query.ts";
import type { PopulateScope } from "./populate-scope.ts";
import { populateAll } from "./populate-whole.ts";
import { below, invalid, invalidKeyMessage } from "./refusal.ts";

/**
 * `*` in place of the options of an attribute: everything one level below it, or a refusal of the first attribute there
 * is, which is recorded to tell no parameter.
 */
export function populateWildcard({ context, model, path }: PopulateScope): readonly Populate[] {
  if (context.rules.populateExtensions) return populateAll(context, model);
  for (const { kind, name } of model.attributes.values()) {
    if (kind === "scalar") continue;
    const details = { key: name, path: below(path, name) };
    throw invalid(invalidKeyMessage(name, details.path), details);
  }
  return [];
}
