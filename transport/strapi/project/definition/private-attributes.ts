import { isRecord } from "../../../../engine/internal.ts";
import { recordAt } from "../record.ts";

/** Adds these names to the private attributes of each model (by uid). */
export function withPrivateAttributes(models: unknown, names: readonly string[]): unknown {
  if (!isRecord(models) || names.length === 0) return models;
  return Object.fromEntries(Object.entries(models).map(([uid, model]) => [uid, add(model, names)]));
}

function add(model: unknown, names: readonly string[]): unknown {
  if (!isRecord(model)) return model;
  const options = recordAt(model, "options");
  const own = options.privateAttributes ?? [];
  // Anything but a list is refused later, with its path.
  return { ...model, options: { ...options, privateAttributes: Array.isArray(own) ? [...own, ...names] : own } };
}
