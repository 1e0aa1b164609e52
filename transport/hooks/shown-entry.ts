import {
  type Access,
  type AnyModel,
  type Attribute,
  isPassword,
  isRecord,
  mayFollow,
  type Schema,
} from "../../engine/internal.ts";

/**
 * An entry, or a list of entries, as its caller may see it: without private attributes and passwords, and without relations
 * that the caller may not follow, at any depth. Keys that hooks have added stay.
 */
export function shownEntry(schema: Schema, model: AnyModel, access: Access, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => shownEntry(schema, model, access, each));
  if (!isRecord(value)) return value;
  const shown: { [name: string]: unknown } = {};
  for (const [name, member] of Object.entries(value)) {
    const attribute = model.attributes.get(name);
    if (attribute === undefined) {
      if (!isOfPrograms(model, name, member)) shown[name] = member;
    } else if (isShown(attribute, access)) shown[name] = shownMember(schema, attribute, access, member);
  }
  return shown;
}

/** Programs see `locale: null` where entries have no locales, and who wrote an entry. */
function isOfPrograms(model: AnyModel, name: string, member: unknown): boolean {
  if (name === "createdBy" || name === "updatedBy") return true;
  const isPlain = model.model === "content-type" && model.locale === null;
  return isPlain && ((name === "locale" && member === null) || name === "localizations");
}

function isShown(attribute: Attribute, access: Access): boolean {
  return !attribute.private && !isPassword(attribute) && mayFollow(access, attribute);
}

function shownMember(schema: Schema, attribute: Attribute, access: Access, member: unknown): unknown {
  if (attribute.kind === "scalar") return member;
  if (attribute.kind === "dynamiczone") return itemsShown(schema, access, member);
  if (attribute.kind === "morph") return targetsShown(schema, access, member);
  if (attribute.kind === "component") {
    const component = schema.components.get(attribute.component);
    return component === undefined ? member : shownEntry(schema, component, access, member);
  }
  return shownEntry(schema, schema.target(attribute), access, member);
}

/** Items that name their components. */
function itemsShown(schema: Schema, access: Access, member: unknown): unknown {
  if (!Array.isArray(member)) return member;
  return member.map((item) => {
    const component = isRecord(item) ? schema.components.get(String(item.__component)) : undefined;
    return component === undefined ? item : shownEntry(schema, component, access, item);
  });
}

/** Entries that name their types; without entries of types that the caller may not find. */
function targetsShown(schema: Schema, access: Access, member: unknown): unknown {
  if (Array.isArray(member)) {
    return member.map((each) => targetsShown(schema, access, each)).filter((each) => each !== null);
  }
  if (!isRecord(member)) return member;
  const type = schema.types.get(String(member.__type));
  return type === undefined || !access.may(type.uid, "find") ? null : shownEntry(schema, type, access, member);
}
