import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import { type AnyModel, type Attribute, FILE_TYPE } from "../../../engine/index.ts";
import { guardOf, readableAttributes } from "./attributes.ts";
import { enumType } from "./enum-type.ts";
import { listArguments } from "./list-arguments.ts";
import { meaning } from "./meaning.ts";
import { anyEntry } from "./morph.ts";
import { typeName } from "./names.ts";
import { relationNodes } from "./node-types.ts";
import { scalarOf } from "./scalars.ts";
import type { Types } from "./types.ts";
import { zoneUnion } from "./zone.ts";

type Fields = GraphQLFieldConfigMap<unknown, unknown>;
type Field = GraphQLFieldConfig<unknown, unknown>;

/** The object type of a content type or component (graphql, §3). */
export function entryType(types: Types, model: AnyModel): GraphQLObjectType {
  return types.once(typeName(model), (name) => {
    return new GraphQLObjectType({
      name,
      fields: () => {
        const attributes = readableAttributes(types.schema, model).map((attribute) =>
          fieldsOf(types, model, attribute),
        );
        const identity: Field = { type: new GraphQLNonNull(GraphQLID), ...meaning({ kind: "identity" }) };
        const own: Fields = Object.assign({}, ...attributes);
        if (model.model === "component") return { id: identity, ...own };
        return { documentId: identity, ...own, ...fileFields(types, model), ...DATES };
      },
    });
  });
}

const DATES: Fields = Object.fromEntries(
  ["createdAt", "updatedAt", "publishedAt"].map((name) => {
    return [name, { type: scalarOf("datetime"), ...meaning({ kind: "value", name }) }];
  }),
);

/** What files have in every project, and no query can follow. */
function fileFields(types: Types, { uid, attributes }: AnyModel): Fields {
  if (uid !== FILE_TYPE || attributes.has("related")) return {};
  return { related: { type: new GraphQLList(anyEntry(types)), ...meaning({ kind: "nothing" }) } };
}

function fieldsOf(types: Types, model: AnyModel, attribute: Attribute): Fields {
  const { name, required } = attribute;
  const of = (type: GraphQLOutputType) => (required ? new GraphQLNonNull(type) : type);
  switch (attribute.kind) {
    case "scalar": {
      if (attribute.type === "password") return { [name]: { type: of(scalarOf("password")), ...NOTHING } };
      const type = attribute.type === "enumeration" ? enumType(types, model, attribute) : scalarOf(attribute.type);
      return { [name]: { type: of(type), ...meaning({ kind: "value", name }) } };
    }
    case "relation":
    case "media": {
      const target = types.schema.target(attribute);
      const find = guardOf(attribute);
      const one = entryType(types, target);
      if (!attribute.many) return { [name]: { type: of(one), ...meaning({ kind: "one", attribute: name, find }) } };
      const args = listArguments(types, target);
      const many = { attribute: name, find } as const;
      return {
        [`${name}_connection`]: {
          type: of(relationNodes(types, target)),
          args,
          ...meaning({ kind: "many", nodes: true, ...many }),
        },
        [name]: {
          type: new GraphQLNonNull(new GraphQLList(one)),
          args,
          ...meaning({ kind: "many", nodes: false, ...many }),
        },
      };
    }
    case "component": {
      const component = types.schema.component(attribute.component);
      const one = entryType(types, component);
      const leading = { attribute: name, find: null } as const;
      if (!attribute.repeatable) return { [name]: { type: of(one), ...meaning({ kind: "one", ...leading }) } };
      const args = listArguments(types, component);
      return {
        [name]: { type: of(new GraphQLList(one)), args, ...meaning({ kind: "many", nodes: false, ...leading }) },
      };
    }
    case "dynamiczone": {
      const type = of(new GraphQLList(zoneUnion(types, model, attribute)));
      return { [name]: { type, ...meaning({ kind: "zone", attribute: name }) } };
    }
    case "morph": {
      const many = attribute.relation === "morphMany" || attribute.relation === "morphToMany";
      const type = anyEntry(types);
      return { [name]: { type: many ? new GraphQLList(type) : type, ...NOTHING } };
    }
  }
}

const NOTHING = meaning({ kind: "nothing" });
