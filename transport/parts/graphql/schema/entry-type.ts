import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import {
  type AnyModel,
  type Attribute,
  type ComponentAttribute,
  type ContentType,
  FILE_TYPE,
  type LinkAttribute,
  type ScalarAttribute,
} from "../../../../engine/internal.ts";
import { dateNames, isSystem, readableAttributes } from "./attributes.ts";
import { listArguments, versionArguments } from "./inputs/list-arguments.ts";
import { meaning } from "./meaning.ts";
import { anyEntry } from "./morph.ts";
import { typeName } from "./names.ts";
import { oneType, relationNodes } from "./node-types.ts";
import { enumType } from "./scalars/enum-type.ts";
import { scalarOf } from "./scalars/scalars.ts";
import type { Types } from "./types.ts";
import { V4_ID, v4SelfFields } from "./v4-fields.ts";
import { zoneUnion } from "./zone.ts";

type Fields = GraphQLFieldConfigMap<unknown, unknown>;
type Field = GraphQLFieldConfig<unknown, unknown>;

/** The object type of a content type or component (graphql, §3). */
export function entryType(types: Types, model: AnyModel): GraphQLObjectType {
  return types.once(typeName(model), (name) => {
    return new GraphQLObjectType({
      name,
      fields: () => {
        const readable = readableAttributes(types, model).filter(({ name }) => !types.hides(model, name, "output"));
        const fields = (system: boolean): Fields =>
          Object.assign(
            {},
            ...readable.filter((each) => isSystem(each) === system).map((each) => fieldsOf(types, model, each)),
          );
        const identity: Field = { type: new GraphQLNonNull(GraphQLID), ...meaning({ kind: "identity" }) };
        const self = types.hasV4Fields ? v4SelfFields(entryType(types, model)) : {};
        if (model.model === "component") return { id: identity, ...self, ...fields(false) };
        const id = types.hasV4Fields ? V4_ID : {};
        return {
          ...(types.format === "v5" && { ...id, documentId: identity }),
          ...self,
          ...fields(false),
          ...fileFields(types, model),
          ...datesOf(types, model),
          ...fields(true),
        };
      },
    });
  });
}

function datesOf(types: Types, type: ContentType): Fields {
  const names = dateNames(types, type).filter((name) => !types.hides(type, name, "output"));
  return Object.fromEntries(
    names.map((name) => [name, { type: scalarOf("datetime"), ...meaning({ kind: "value", name }) }]),
  );
}

/** Fields of files in every project, which no query can filter by. */
function fileFields(types: Types, { uid }: AnyModel): Fields {
  if (uid !== FILE_TYPE) return {};
  return { related: { type: new GraphQLList(anyEntry(types)), ...meaning({ kind: "nothing" }) } };
}

function fieldsOf(types: Types, model: AnyModel, attribute: Attribute): Fields {
  const { name } = attribute;
  switch (attribute.kind) {
    case "scalar":
      return { [name]: scalarField(types, model, attribute) };
    case "relation":
    case "media":
      return linkFields(types, attribute);
    case "component":
      return { [name]: componentField(types, attribute) };
    case "dynamiczone": {
      const type = new GraphQLList(zoneUnion(types, model, attribute));
      const means = meaning({ kind: "zone", attribute: name, many: true, isOwned: true });
      return { [name]: { type: declared(attribute, type), ...means } };
    }
    case "morph": {
      const { many } = attribute;
      const type = many ? new GraphQLList(anyEntry(types)) : anyEntry(types);
      return { [name]: { type, ...meaning({ kind: "zone", attribute: name, many, isOwned: false }) } };
    }
  }
}

function scalarField(types: Types, model: AnyModel, attribute: ScalarAttribute): Field {
  const type = attribute.type === "enumeration" ? enumType(types, model, attribute) : scalarOf(attribute.type);
  const shown = attribute.type === "password" ? NOTHING : meaning({ kind: "value", name: attribute.name });
  return { type: declared(attribute, type), ...shown };
}

function linkFields(types: Types, attribute: LinkAttribute): Fields {
  const { name } = attribute;
  const target = types.schema.target(attribute);
  const isOwned = attribute.kind === "relation" && attribute.relation.startsWith("oneTo");
  const leading = { attribute: name, isOwned, find: attribute.kind === "relation" ? attribute.target : null };
  const isV4 = types.format === "v4";
  if (!attribute.many) {
    const type = declared(attribute, oneType(types, target));
    return { [name]: { type, ...meaning({ kind: "one", nodes: isV4, ...leading }) } };
  }
  const isSingle = isV4 && target.kind === "single";
  const args = { ...(!isSingle && listArguments(types, target)), ...(isV4 && versionArguments(types, target)) };
  const nodes = declared(attribute, relationNodes(types, target));
  const connection: Field = { type: nodes, args, ...meaning({ kind: "many", nodes: true, ...leading }) };
  if (isV4) return { [name]: connection };
  const list = new GraphQLNonNull(new GraphQLList(entryType(types, target)));
  return {
    [`${name}_connection`]: connection,
    [name]: { type: list, args, ...meaning({ kind: "many", nodes: false, ...leading }) },
  };
}

function componentField(types: Types, attribute: ComponentAttribute): Field {
  const component = types.schema.component(attribute.component);
  const entry = entryType(types, component);
  const leading = { attribute: attribute.name, nodes: false, isOwned: true, find: null };
  if (!attribute.repeatable) return { type: declared(attribute, entry), ...meaning({ kind: "one", ...leading }) };
  const type = declared(attribute, new GraphQLList(entry));
  return { type, args: listArguments(types, component), ...meaning({ kind: "many", ...leading }) };
}

/** A required attribute is never null. */
function declared({ required }: Attribute, type: GraphQLOutputType & GraphQLNullableType): GraphQLOutputType {
  return required ? new GraphQLNonNull(type) : type;
}

const NOTHING = meaning({ kind: "nothing" });
