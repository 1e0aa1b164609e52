import {
  GraphQLID,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from "graphql";
import type { AnyModel, Attribute } from "../../../../../engine/internal.ts";
import { isSystem, shownAttributes } from "../attributes.ts";
import { typeName } from "../names.ts";
import { enumType } from "../scalars/enum-type.ts";
import { scalarOf } from "../scalars/scalars.ts";
import type { Types } from "../types.ts";
import { zoneInput } from "../zone.ts";

/** `PostInput`: the data of a mutation, or of a component inside it. Nothing in it is required (graphql, §3). */
export function dataInput(types: Types, model: AnyModel): GraphQLInputObjectType {
  return types.once(`${typeName(model)}Input`, (name) => {
    return new GraphQLInputObjectType({
      name,
      fields: () => {
        const declared = shownAttributes(types, model).filter(
          (each) => each.writable && !isSystem(each) && !types.hides(model, each.name, "input"),
        );
        const attributes = declared.flatMap((attribute) => {
          const type = inputOf(types, model, attribute);
          return type === null ? [] : [[attribute.name, { type }] as const];
        });
        const own: Record<string, GraphQLInputFieldConfig> = Object.fromEntries(attributes);
        if (model.model === "component") return { id: { type: GraphQLID }, ...own };
        if (types.format === "v4") return { ...own, ...(model.draftAndPublish && PUBLISHED_AT) };
        return { ...own, ...PUBLISHED_AT, ...(model.locale === null && LOCALE) };
      },
    });
  });
}

/** Without effect, but in the format of Strapi 4, where a time publishes and null unpublishes. */
const PUBLISHED_AT = { publishedAt: { type: scalarOf("datetime") } };
/** Without effect. */
const LOCALE = { locale: { type: GraphQLString } };

function inputOf(types: Types, model: AnyModel, attribute: Attribute): GraphQLInputType | null {
  switch (attribute.kind) {
    case "scalar":
      return attribute.type === "enumeration" ? enumType(types, model, attribute) : scalarOf(attribute.type);
    case "relation":
    case "media":
      return attribute.many ? new GraphQLList(GraphQLID) : GraphQLID;
    case "component": {
      const type = dataInput(types, types.schema.component(attribute.component));
      return attribute.repeatable ? new GraphQLList(type) : type;
    }
    case "dynamiczone":
      return new GraphQLList(new GraphQLNonNull(zoneInput(types, model, attribute)));
    case "morph":
      return null;
  }
}
