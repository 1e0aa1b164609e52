import { isRecord } from "../../../engine/internal.ts";
import { recordAt } from "./record.ts";

/** Models, by uid, with these names added to the attributes that each of them takes as private. */
export function withPrivateAttributes(models: unknown, names: readonly string[]): unknown {
  if (!isRecord(models) || names.length === 0) return models;
  return Object.fromEntries(Object.entries(models).map(([uid, model]) => [uid, add(model, names)]));
}

function add(model: unknown, names: readonly string[]): unknown {
  if (!isRecord(model)) return model;
  const options = recordAt(model, "options");
  const own = options.privateAttributes ?? [];
  // What is no list is refused later, with its place.
  return { ...model, options: { ...options, privateAttributes: Array.isArray(own) ? [...own, ...names] : own } };
}
