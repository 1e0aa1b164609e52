import {
  type Access,
  type AnyModel,
  type Attribute,
  isRecord,
  mayFollow,
  type Schema,
  type UnknownRecord,
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

/** Programs see `locale: null` where entries have no locales. */
function isOfPrograms(model: AnyModel, name: string, member: unknown): boolean {
  return name === "locale" && member === null && model.model === "content-type" && model.locale === null;
}

function isShown(attribute: Attribute, access: Access): boolean {
  const isPassword = attribute.kind === "scalar" && attribute.type === "password";
  return !attribute.private && !isPassword && mayFollow(access, attribute);
}

function shownMember(schema: Schema, attribute: Attribute, access: Access, member: unknown): unknown {
  if (attribute.kind === "scalar") return member;
  if (attribute.kind === "dynamiczone") return eachShown(schema, access, member, "__component", schema.components);
  if (attribute.kind === "morph") return eachShown(schema, access, member, "__type", schema.types);
  if (attribute.kind === "component") {
    const component = schema.components.get(attribute.component);
    return component === undefined ? member : shownEntry(schema, component, access, member);
  }
  return shownEntry(schema, schema.target(attribute), access, member);
}

/** Items that name their models; items of types that the caller may not find are left out. */
function eachShown(
  schema: Schema,
  access: Access,
  member: unknown,
  key: string,
  models: ReadonlyMap<string, AnyModel>,
): unknown {
  const shown = (item: UnknownRecord) => {
    const model = models.get(String(item[key]));
    return model === undefined ? item : shownEntry(schema, model, access, item);
  };
  if (Array.isArray(member)) return member.map((item) => (isRecord(item) ? shown(item) : item));
  return isRecord(member) ? shown(member) : member;
}
