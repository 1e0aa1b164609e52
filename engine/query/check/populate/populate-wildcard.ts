import { type AnyModel, FILE_TYPE } from "../../../schema/content-type.ts";
import type { Select } from "../../query.ts";
import { PLAIN, populating } from "../../select.ts";
import { below, invalid, invalidKeyMessage } from "../refusal.ts";
import type { PopulateScope } from "./populate-scope.ts";
import { populateAll } from "./populate-whole.ts";

/**
 * Checks `*` as the options of an attribute or a fragment, and selects the members that it shows. A refusal is about
 * the first attribute there, and the recorded message names no parameter.
 */
export function populateWildcard({ context, model, path, inFragment }: PopulateScope): Select {
  const { wildcards } = context.rules;
  if (wildcards === "one level") return populating(...populateAll(context, model));
  const name = firstBehind(model);
  if (name === undefined || wildcards === "plain" || inFragment) return PLAIN;
  const details = { key: name, path: below(path, name) };
  context.faults.report("shape", () => invalid(invalidKeyMessage(name, details.path), details));
  return PLAIN;
}

/** In Strapi, files have a further attribute `related`, which is not readable here. */
function firstBehind({ uid, attributes }: AnyModel): string | undefined {
  return uid === FILE_TYPE ? "related" : [...attributes.values()].find(({ kind }) => kind !== "scalar")?.name;
}
