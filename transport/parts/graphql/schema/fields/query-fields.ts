import { type GraphQLFieldConfigMap, GraphQLID, GraphQLList, GraphQLNonNull } from "graphql";
import type { ContentType } from "../../../../../engine/internal.ts";
import { entryType } from "../entry-type.ts";
import { listArguments, localeArgument, PUBLICATION_ARGUMENTS } from "../inputs/list-arguments.ts";
import { meaning } from "../meaning.ts";
import { listFieldName, oneFieldName } from "../names.ts";
import { pageNodes } from "../node-types.ts";
import type { Types } from "../types.ts";

/** Root fields to read the entries of a content type (graphql, §4). */
export function queryFields(types: Types, type: ContentType): GraphQLFieldConfigMap<unknown, unknown> {
  const entry = entryType(types, type);
  const about = { ...PUBLICATION_ARGUMENTS, ...localeArgument(types, type) };
  if (type.kind === "single") {
    const single = { type: entry, args: about, ...meaning({ kind: "find single", type }) };
    return { [oneFieldName(type)]: single };
  }
  const listName = listFieldName(type);
  const args = { ...listArguments(types, type), ...about };
  return {
    [oneFieldName(type)]: {
      type: entry,
      args: { documentId: { type: new GraphQLNonNull(GraphQLID) }, ...about },
      ...meaning({ kind: "find one", type }),
    },
    [`${listName}_connection`]: { type: pageNodes(types, type), args, ...meaning({ kind: "find page", type }) },
    [listName]: {
      type: new GraphQLNonNull(new GraphQLList(entry)),
      args,
      ...meaning({ kind: "find many", type }),
    },
  };
}
