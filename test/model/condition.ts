import type { AnyModel, Json, Schema } from "../../engine/internal.ts";
import { modelBehind } from "./entry.ts";
import { truthOf, truthOfConditions } from "./operators.ts";
import { fieldType } from "./scalars.ts";
import { and, or, type Truth } from "./truth.ts";

/** `filters` as a tree. Each mention of a relation, media attribute or component is an object of its own. */
export type Condition =
  | { readonly kind: "and" | "or"; readonly conditions: readonly Condition[] }
  | { readonly kind: "not"; readonly condition: Condition }
  /** About one or several fields of the same entry. */
  | { readonly kind: "fields"; truth(read: (name: string) => Json): Truth }
  | Mention;

export interface Mention {
  readonly kind: "mention";
  readonly attribute: string;
  readonly condition: Condition;
}

type RawObject = { readonly [name: string]: unknown };

/** Raw `filters` on the entries of a model (reads, §4 and §7). An absent condition holds for everything. */
export function conditionOf(schema: Schema, model: AnyModel, raw: unknown): Condition {
  if (raw === undefined || raw === null) return { kind: "and", conditions: [] };
  return groupOf(schema, model, raw as RawObject);
}

function groupOf(schema: Schema, model: AnyModel, raw: RawObject): Condition {
  const conditions = Object.entries(raw).flatMap(([key, value]) => memberOf(schema, model, key, value) ?? []);
  return { kind: "and", conditions };
}

function memberOf(schema: Schema, model: AnyModel, key: string, raw: unknown): Condition | null {
  const items = (): Condition[] => (raw as readonly RawObject[]).map((item) => groupOf(schema, model, item));
  if (key === "$and") return { kind: "and", conditions: items() };
  if (key === "$or") return { kind: "or", conditions: items() };
  if (key === "$not") {
    if (raw === null) return null;
    if (Array.isArray(raw)) return { kind: "not", condition: { kind: "and", conditions: items() } };
    return { kind: "not", condition: groupOf(schema, model, raw as RawObject) };
  }
  if (key.startsWith("$")) return identityOf(model, key, raw);
  const attribute = model.attributes.get(key);
  if (attribute === undefined || attribute.kind === "scalar") {
    const type = fieldType(model, key);
    return { kind: "fields", truth: (read) => truthOfConditions(type, raw, read(key)) };
  }
  return { kind: "mention", attribute: key, condition: behind(modelBehind(schema, model, key), raw, schema) };
}

function behind(model: AnyModel, raw: unknown, schema: Schema): Condition {
  if (Array.isArray(raw)) return identityOf(model, "$in", raw);
  if (typeof raw !== "object" || raw === null) return identityOf(model, "$eq", raw);
  return groupOf(schema, model, raw as RawObject);
}

/** Which entry is linked: by its numeric id, or by its documentId where the text cannot be an id. */
function identityOf(model: AnyModel, operator: string, raw: unknown): Condition {
  const ofOne = (item: unknown, read: (name: string) => Json): Truth => {
    const isDocumentId =
      model.model === "content-type" &&
      ["$eq", "$ne", "$in", "$notIn"].includes(operator) &&
      typeof item === "string" &&
      !/^\d+$/.test(item);
    if (isDocumentId) return truthOf("string", operator, item, read("documentId"));
    return truthOf("id", operator, item, read("id"));
  };
  return {
    kind: "fields",
    truth: (read) => {
      if (!Array.isArray(raw) || operator === "$between") return ofOne(raw, read);
      const truths = raw.map((item) => ofOne(item, read));
      return operator === "$notIn" ? and(truths) : or(truths);
    },
  };
}
