import type { AnyModel, Attribute, Schema } from "../../../engine/internal.ts";

/**
 * The `populate` that shows the wanted attributes, also inside components and zones: relations one level deep. Components cannot
 * contain themselves.
 */
export function wholePopulate(
  schema: Schema,
  { attributes }: AnyModel,
  isWanted: (attribute: Attribute) => boolean,
): { readonly [name: string]: unknown } {
  const within = (uid: string) => {
    const component = schema.components.get(uid);
    return component === undefined ? true : { populate: wholePopulate(schema, component, isWanted) };
  };
  const member = (attribute: Attribute): unknown => {
    if (attribute.kind === "component") return within(attribute.component);
    if (attribute.kind !== "dynamiczone") return true;
    return { on: Object.fromEntries(attribute.components.map((uid) => [uid, within(uid)])) };
  };
  const wanted = [...attributes.values()].filter((each) => each.kind !== "scalar" && isWanted(each));
  return Object.fromEntries(wanted.map((each) => [each.name, member(each)]));
}
