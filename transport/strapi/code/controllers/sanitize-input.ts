import {
  type Access,
  type AnyModel,
  type Attribute,
  isRecord,
  mayFollow,
  READ_ONLY_FIELDS,
  type Schema,
  type UnknownRecord,
} from "../../../../engine/internal.ts";

/**
 * Data without what callers cannot write, as Strapi's `sanitizeInput` leaves it out: the identity and the times of an
 * entry, attributes that are not writable, and relations that the caller may not follow, in components too.
 */
export function sanitizeInput(schema: Schema, model: AnyModel, access: Access, data: unknown): unknown {
  if (Array.isArray(data)) return data.map((each) => sanitizeInput(schema, model, access, each));
  if (!isRecord(data)) return data;
  const { id: _id, documentId: _documentId, ...others } = data;
  return withoutRefused(others, model);

  function withoutRefused(given: UnknownRecord, of: AnyModel): UnknownRecord {
    const kept = Object.entries(given).flatMap(([name, value]) => {
      const attribute = of.attributes.get(name);
      if (attribute === undefined) return READ_ONLY_FIELDS.has(name) ? [] : [[name, value]];
      return attribute.writable && mayFollow(access, attribute) ? [[name, within(attribute, value)]] : [];
    });
    return Object.fromEntries(kept);
  }

  function within(attribute: Attribute, value: unknown): unknown {
    if (attribute.kind !== "component" && attribute.kind !== "dynamiczone") return value;
    const each = (item: unknown) => {
      if (!isRecord(item)) return item;
      const uid = attribute.kind === "component" ? attribute.component : String(item.__component);
      const component = schema.components.get(uid);
      return component === undefined ? item : withoutRefused(item, component);
    };
    return Array.isArray(value) ? value.map(each) : each(value);
  }
}
