import {
  type AnyModel,
  type Attribute,
  type DynamicZoneAttribute,
  ENTRY_TIMES,
  FILE_TYPE,
} from "../../../../engine/internal.ts";
import { isScalar } from "../../../contract/model/shown-attributes.ts";
import { type Context, nameOf, shownAttributes } from "../context.ts";
import { filtersSchema } from "./filter-schemas.ts";
import { anyOf, arrayOf, FLAG, type JsonSchema, objectWith, TEXT } from "./json-schema.ts";

const EVERYTHING: JsonSchema = { type: "string", const: "*" };
const NUMBER: JsonSchema = { type: "integer" };

/** `PostFields`: the names that `fields` may choose, as a list or comma-separated (reads, §10). */
export function fieldsSchema(context: Context, model: AnyModel): JsonSchema {
  return context.components.schema(nameOf(context, model, "Fields"), () => {
    const names = [
      ...identity(model),
      ...shownAttributes(context, model)
        .filter(isScalar)
        .map(({ name }) => name),
    ];
    return anyOf(arrayOf({ type: "string", enum: [...names, ...dates(model), "*"] }), TEXT);
  });
}

/** `PostSort`: `title:desc`, several as a list or comma-separated, or as an object (reads, §8). */
export function sortSchema(context: Context, model: AnyModel): JsonSchema {
  return anyOf(TEXT, arrayOf(TEXT), sortObject(context, model), arrayOf(sortObject(context, model)));
}

function sortObject(context: Context, model: AnyModel): JsonSchema {
  return context.components.schema(nameOf(context, model, "Sort"), () => {
    const keys = shownAttributes(context, model).flatMap((attribute) => {
      const schema = sortOf(context, attribute);
      return schema === null ? [] : [[attribute.name, schema] as const];
    });
    const own = [...identity(model), ...dates(model)].map((name) => [name, DIRECTION] as const);
    return objectWith(Object.fromEntries([...own, ...keys]));
  });
}

const DIRECTION: JsonSchema = { type: "string", pattern: "^(?:[aA][sS][cC]|[dD][eE][sS][cC])?$" };

function sortOf(context: Context, attribute: Attribute): JsonSchema | null {
  switch (attribute.kind) {
    case "scalar":
      return DIRECTION;
    case "relation":
    case "media":
      return sortObject(context, context.schema.target(attribute));
    case "component":
      return sortObject(context, context.schema.component(attribute.component));
    default:
      return null;
  }
}

/** The forms of `populate`: names or dotted paths, `*`, or options by name (reads, §11). */
export function populateSchema(context: Context, model: AnyModel): JsonSchema {
  return anyOf(TEXT, arrayOf(TEXT), populateObject(context, model));
}

/** `PostPopulate`. */
function populateObject(context: Context, model: AnyModel): JsonSchema {
  return context.components.schema(nameOf(context, model, "Populate"), () => {
    const nested = shownAttributes(context, model).filter((attribute) => !isScalar(attribute));
    return objectWith(Object.fromEntries(nested.map((each) => [each.name, populateOf(context, each)])));
  });
}

function populateOf(context: Context, attribute: Attribute): JsonSchema {
  switch (attribute.kind) {
    case "relation":
    case "media":
      return whole(context, optionsSchema(context, context.schema.target(attribute)));
    case "component":
      return whole(context, optionsSchema(context, context.schema.component(attribute.component)));
    case "dynamiczone":
      return whole(context, mixedOptions(context, zoneModels(context, attribute)));
    case "morph":
      return whole(context, mixedOptions(context, readableTypes(context)));
    default:
      return false;
  }
}

function whole({ profile }: Context, options: JsonSchema): JsonSchema {
  return profile.rules.wildcards === "one level" ? anyOf(FLAG, EVERYTHING, options) : anyOf(FLAG, options);
}

/** `PostPopulateOptions`: how the entries behind an attribute are shown. */
function optionsSchema(context: Context, model: AnyModel): JsonSchema {
  return context.components.schema(nameOf(context, model, "PopulateOptions"), () =>
    objectWith({
      fields: fieldsSchema(context, model),
      filters: filtersSchema(context, model),
      sort: sortSchema(context, model),
      ...(hasNested(context, model) && { populate: populateSchema(context, model) }),
      count: FLAG,
      ...(context.profile.rules.populateExtensions && PAGES),
    }),
  );
}

const PAGES = {
  page: NUMBER,
  pageSize: NUMBER,
  start: NUMBER,
  limit: NUMBER,
  pagination: objectWith({ page: NUMBER, pageSize: NUMBER, start: NUMBER, limit: NUMBER }),
};

/** Nothing can be populated behind a file, unless its type declares such attributes. */
function hasNested(context: Context, model: AnyModel): boolean {
  return model.uid !== FILE_TYPE || shownAttributes(context, model).some((attribute) => !isScalar(attribute));
}

/** The options for entries behind a dynamic zone or a relation to any type. */
function mixedOptions(context: Context, models: readonly AnyModel[]): JsonSchema {
  const shown = (model: AnyModel) => anyOf(FLAG, EVERYTHING, optionsSchema(context, model));
  return objectWith({
    populate: EVERYTHING,
    on: objectWith(Object.fromEntries(models.map((model) => [model.uid, shown(model)]))),
    count: FLAG,
  });
}

function zoneModels({ schema }: Context, { components: uids }: DynamicZoneAttribute): readonly AnyModel[] {
  return uids.map((uid) => schema.component(uid));
}

function readableTypes({ schema, asker }: Context): readonly AnyModel[] {
  return [...schema.types.values()].filter(({ uid }) => asker.access.may(uid, "find"));
}

function identity(model: AnyModel): readonly string[] {
  return model.model === "component" ? ["id"] : ["id", "documentId"];
}

function dates(model: AnyModel): readonly string[] {
  return model.model === "component" ? [] : ENTRY_TIMES;
}
