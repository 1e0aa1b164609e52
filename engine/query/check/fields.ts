import { findField } from "./field.ts";
import { below, invalid, invalidKey } from "./refusal.ts";
import type { ParamScope } from "./scope.ts";

/**
 * Checks `fields`: the chosen names without `id` and `documentId`, which are always included; null if all fields are
 * chosen (reads, §10).
 */
export function checkFields(scope: ParamScope, raw: unknown): readonly string[] | null {
  // Strapi fails on an empty `fields` parameter; inside the options of `populate` it refuses the empty name.
  if (raw === undefined || raw === null || (raw === "" && scope.param === "fields")) return null;
  const chosen = new Set<string>();
  for (const name of namesOf(scope, raw)) {
    scope.context.enter(scope.depth);
    if (checkName(scope, name)) chosen.add(name);
  }
  scope.context.faults.raise("unreadable");
  if (chosen.has("*")) return null;
  chosen.delete("id");
  chosen.delete("documentId");
  return [...chosen];
}

function namesOf({ context }: ParamScope, raw: unknown): readonly string[] {
  if (typeof raw === "string") return split(raw);
  const texts = Array.isArray(raw) ? raw.filter((item) => item !== null && item !== undefined) : [raw];
  // Commas separate names only in a text that is not in a list.
  if (texts.some((item) => typeof item !== "string" || item.includes(","))) {
    const message = "Invalid fields parameter. Expected a string or an array of strings";
    context.faults.report("shape", () => invalid(message));
  }
  return texts.flatMap((item) => (typeof item === "string" ? split(item) : []));
}

function split(text: string): string[] {
  return text.split(",").map((name) => name.trim());
}

function checkName({ context, model, param, path }: ParamScope, name: string): boolean {
  if (name === "*") return true;
  const field = findField(model, name);
  if (field === null) throw invalidKey(name, path, param);
  const error = () => invalidKey(name, below(path, name), param);
  if (field.kind === "hidden") context.faults.report("private", error);
  else if (field.kind !== "scalar") throw error();
  else if (field.type === "password" && !context.showsHashes) context.faults.report("password", error);
  else if (context.conceals(field)) context.faults.report("private", error);
  else return true;
  return false;
}
