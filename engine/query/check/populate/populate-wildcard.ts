import { type AnyModel, FILE_TYPE } from "../../../schema/content-type.ts";
import type { Populate } from "../../query.ts";
import { below, invalid, invalidKeyMessage } from "../refusal.ts";
import type { PopulateScope } from "./populate-scope.ts";
import { populateAll } from "./populate-whole.ts";

/**
 * Checks `*` as the options of an attribute: populates one level below it, or refuses the first attribute there, in
 * which case the recorded message names no parameter.
 */
export function populateWildcard({ context, model, path }: PopulateScope): readonly Populate[] {
  if (context.rules.populateExtensions) return populateAll(context, model);
  const name = firstBehind(model);
  if (name === undefined) return [];
  const details = { key: name, path: below(path, name) };
  context.faults.report("shape", () => invalid(invalidKeyMessage(name, details.path), details));
  return [];
}

/** In Strapi, files have a further attribute `related`, which is not readable here. */
function firstBehind({ uid, attributes }: AnyModel): string | undefined {
  return uid === FILE_TYPE ? "related" : [...attributes.values()].find(({ kind }) => kind !== "scalar")?.name;
}
