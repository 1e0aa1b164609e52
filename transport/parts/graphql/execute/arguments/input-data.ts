import type { AnyModel, Attribute, Schema } from "../../../../../engine/internal.ts";

type Data = { readonly [name: string]: unknown };

/**
 * Converts the data of a mutation for the engine: links and components replace the stored ones as a whole; fields
 * without effect, and fields that a zone's component does not have, are left out (graphql, §12).
 */
export function inputData(schema: Schema, model: AnyModel, data: Data): Data {
  const values = Object.entries(data).flatMap(([name, value]) => {
    const attribute = model.attributes.get(name);
    return attribute === undefined ? [] : [[name, inputValue(schema, attribute, value)] as const];
  });
  return Object.fromEntries(values);
}

function inputValue(schema: Schema, attribute: Attribute, value: unknown): unknown {
  switch (attribute.kind) {
    case "component": {
      const model = schema.component(attribute.component);
      return eachOf(value, (item) => componentData(schema, model, item));
    }
    case "dynamiczone":
      return eachOf(value, (item) => zoneData(schema, item));
    default:
      return value;
  }
}

function zoneData(schema: Schema, item: Data): Data {
  const { __component: uid, ...rest } = item;
  const model = schema.components.get(String(uid));
  return model === undefined ? item : { __component: uid, ...componentData(schema, model, rest) };
}

/** Ids are texts in GraphQL and numbers in the engine. */
function componentData(schema: Schema, model: AnyModel, item: Data): Data {
  const { id } = item;
  const data = inputData(schema, model, item);
  if (id === undefined || id === null) return data;
  return { ...data, id: typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id };
}

/** The engine refuses all values but objects. */
function eachOf(value: unknown, map: (item: Data) => Data): unknown {
  if (Array.isArray(value)) return value.map((item) => eachOf(item, map));
  return isData(value) ? map(value) : value;
}

function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null;
}
