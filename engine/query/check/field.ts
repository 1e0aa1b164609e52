import type {
  ComponentAttribute,
  DynamicZoneAttribute,
  LinkAttribute,
  MorphAttribute,
  ScalarType,
} from "../../schema/attribute.ts";
import type { AnyModel } from "../../schema/content-type.ts";

/** Type of a field for its operands. A numeric id accepts digits only. */
export type FieldType = ScalarType | "id";

export interface ScalarField {
  readonly kind: "scalar";
  readonly type: FieldType;
  readonly private: boolean;
}

/** An attribute that leads to another model. */
export type NestingField = LinkAttribute | ComponentAttribute;

/** A name that every content type has and that callers may not use. */
export interface HiddenField {
  readonly kind: "hidden";
  readonly relation: boolean;
}

/** The meaning of a name in a model. */
export type Field = ScalarField | NestingField | DynamicZoneAttribute | MorphAttribute | HiddenField;

const ID: ScalarField = { kind: "scalar", type: "id", private: false };
const DOCUMENT_ID: ScalarField = { kind: "scalar", type: "string", private: false };
const TIME: ScalarField = { kind: "scalar", type: "datetime", private: false };

/** Names that every content type has in addition to its attributes. */
const SYSTEM_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["id", ID],
  ["documentId", DOCUMENT_ID],
  ["createdAt", TIME],
  ["updatedAt", TIME],
  ["publishedAt", TIME],
  ["createdBy", { kind: "hidden", relation: true }],
  ["updatedBy", { kind: "hidden", relation: true }],
  ["locale", { kind: "hidden", relation: false }],
  ["localizations", { kind: "hidden", relation: true }],
]);

/** The field with this name; null if the model has none. */
export function findField(model: AnyModel, name: string): Field | null {
  const attribute = model.attributes.get(name);
  if (attribute !== undefined) return attribute;
  if (model.model === "content-type") return SYSTEM_FIELDS.get(name) ?? null;
  return name === "id" ? ID : null;
}
