import { createHash } from "node:crypto";
import type { AnyModel, Attribute, Schema } from "../../engine/internal.ts";

/** A hash that is equal for schemas that allow the same stored values. */
export function fingerprintOf(schema: Schema): string {
  const models = [...schema.types.values(), ...schema.components.values()].map(formOf).sort();
  return createHash("sha256").update(JSON.stringify(models)).digest("hex");
}

function formOf({ uid, attributes }: AnyModel): string {
  return JSON.stringify([uid, [...attributes.values()].map((attribute) => [attribute.name, ...valueForm(attribute)])]);
}

/** The properties of an attribute that `storedFaults` depends on. */
function valueForm(attribute: Attribute): readonly unknown[] {
  switch (attribute.kind) {
    case "scalar":
      return [attribute.type, attribute.enum ?? null];
    case "component":
      return [attribute.kind, attribute.component, attribute.repeatable];
    case "dynamiczone":
      return [attribute.kind, attribute.components];
    default:
      return [attribute.kind];
  }
}
