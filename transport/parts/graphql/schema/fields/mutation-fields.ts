import { type GraphQLFieldConfigMap, GraphQLID, GraphQLNonNull } from "graphql";
import type { ContentType } from "../../../../../engine/internal.ts";
import { entryType } from "../entry-type.ts";
import { DELETE_RESPONSE } from "../fixed-types.ts";
import { dataInput } from "../inputs/data-input.ts";
import { localeArgument, STATUS_ARGUMENT } from "../inputs/list-arguments.ts";
import { meaning } from "../meaning.ts";
import { typeName } from "../names.ts";
import type { Types } from "../types.ts";

/** Root fields to write the entries of a content type (graphql, §12). */
export function mutationFields(types: Types, type: ContentType): GraphQLFieldConfigMap<unknown, unknown> {
  const name = typeName(type);
  const entry = entryType(types, type);
  const locale = localeArgument(types, type);
  const data = { ...STATUS_ARGUMENT, data: { type: new GraphQLNonNull(dataInput(types, type)) }, ...locale };
  if (type.kind === "single") {
    return {
      [`update${name}`]: { type: entry, args: data, ...meaning({ kind: "save single", type }) },
      [`delete${name}`]: { type: DELETE_RESPONSE, args: locale, ...meaning({ kind: "delete single", type }) },
    };
  }
  const documentId = { documentId: { type: new GraphQLNonNull(GraphQLID) } };
  return {
    [`create${name}`]: { type: entry, args: data, ...meaning({ kind: "create", type }) },
    [`update${name}`]: { type: entry, args: { ...documentId, ...data }, ...meaning({ kind: "update", type }) },
    [`delete${name}`]: {
      type: DELETE_RESPONSE,
      args: { ...documentId, ...locale },
      ...meaning({ kind: "delete", type }),
    },
  };
}
