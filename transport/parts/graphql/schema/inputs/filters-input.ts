import { GraphQLID, type GraphQLInputFieldConfig, GraphQLInputObjectType, GraphQLList } from "graphql";
import type { AnyModel, Attribute } from "../../../../../engine/internal.ts";
import { dateNames, isSystem, readableAttributes } from "../attributes.ts";
import { typeName } from "../names.ts";
import { scalarOf } from "../scalars/scalars.ts";
import type { Types } from "../types.ts";
import { scalarFilter } from "./scalar-filter.ts";

/** `PostFiltersInput`: conditions on the entries of a model (graphql, §3). */
export function filtersInput(types: Types, model: AnyModel): GraphQLInputObjectType {
  return types.once(`${typeName(model)}FiltersInput`, (name) => {
    const filters: GraphQLInputObjectType = new GraphQLInputObjectType({
      name,
      fields: () => ({
        ...identity(types, model),
        ...conditions(types, model, false),
        ...dates(types, model),
        ...conditions(types, model, true),
        and: { type: new GraphQLList(filters) },
        or: { type: new GraphQLList(filters) },
        not: { type: filters },
      }),
    });
    return filters;
  });
}

function conditions(types: Types, model: AnyModel, system: boolean): Fields {
  const attributes = readableAttributes(types, model).filter(
    (each) => isSystem(each) === system && !types.hides(model, each.name, "filters"),
  );
  return Object.fromEntries(
    attributes.flatMap((attribute) => {
      const type = conditionOf(types, attribute);
      return type === null ? [] : [[attribute.name, { type }] as const];
    }),
  );
}

/** Null if it cannot be filtered by. */
function conditionOf(types: Types, attribute: Attribute): GraphQLInputObjectType | null {
  switch (attribute.kind) {
    case "scalar":
      return scalarFilter(types, scalarOf(attribute.type));
    case "relation":
      return filtersInput(types, types.schema.target(attribute));
    case "component":
      return filtersInput(types, types.schema.component(attribute.component));
    default:
      return null;
  }
}

type Fields = Record<string, GraphQLInputFieldConfig>;

function identity(types: Types, model: AnyModel): Fields {
  const isCollection = model.model === "content-type" && model.kind === "collection";
  const name = types.format === "v4" ? "id" : "documentId";
  return isCollection && !types.hides(model, name, "filters")
    ? { [name]: { type: scalarFilter(types, GraphQLID) } }
    : {};
}

function dates(types: Types, model: AnyModel): Fields {
  if (model.model === "component") return {};
  const type = scalarFilter(types, scalarOf("datetime"));
  const names = dateNames(types, model).filter((name) => !types.hides(model, name, "filters"));
  return Object.fromEntries(names.map((name) => [name, { type }]));
}
