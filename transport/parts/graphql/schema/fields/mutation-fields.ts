import { type GraphQLFieldConfigMap, GraphQLID, GraphQLNonNull } from "graphql";
import type { ContentType } from "../../../../../engine/internal.ts";
import { DELETE_RESPONSE } from "../fixed-types.ts";
import { dataInput } from "../inputs/data-input.ts";
import { localeArgument, statusArgument } from "../inputs/list-arguments.ts";
import { meaning, type RootMeaning } from "../meaning.ts";
import { typeName } from "../names.ts";
import { oneType } from "../node-types.ts";
import type { Types } from "../types.ts";

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

/** Root fields to write the entries of a content type (graphql, §12). */
export function mutationFields(types: Types, type: ContentType): Fields {
  const isV4 = types.format === "v4";
  const isSingle = type.kind === "single";
  const name = typeName(type);
  const entry = oneType(types, type);
  const deleted = isV4 ? entry : DELETE_RESPONSE;
  const locale = localeArgument(types, type);
  const data = { ...statusArgument(types), data: { type: new GraphQLNonNull(dataInput(types, type)) }, ...locale };
  const means = (kind: RootMeaning["kind"]) => meaning({ kind, type, ...(isV4 && { nodes: true as const }) });
  const identity = isSingle ? {} : { [isV4 ? "id" : "documentId"]: { type: new GraphQLNonNull(GraphQLID) } };
  return {
    ...(!isSingle &&
      types.offers(type, "create") && { [`create${name}`]: { type: entry, args: data, ...means("create") } }),
    ...(types.offers(type, "update") && {
      [`update${name}`]: {
        type: entry,
        args: { ...identity, ...data },
        ...means(isSingle ? "save single" : "update"),
      },
    }),
    ...(types.offers(type, "delete") && {
      [`delete${name}`]: {
        type: deleted,
        args: { ...identity, ...locale },
        ...means(isSingle ? "delete single" : "delete"),
      },
    }),
    ...(isV4 && type.locale !== null && { [`create${name}Localization`]: localizing(types, type) }),
  };
}

/** The same entry in another locale: in Strapi 4 by a field of its own. */
function localizing(types: Types, type: ContentType): Fields[string] {
  const args = { id: { type: GraphQLID }, data: { type: dataInput(types, type) }, ...localeArgument(types, type) };
  return { type: oneType(types, type), args, ...meaning({ kind: "localize", type, nodes: true }) };
}
