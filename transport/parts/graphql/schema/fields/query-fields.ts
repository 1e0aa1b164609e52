import { type GraphQLFieldConfigMap, GraphQLID, GraphQLList, GraphQLNonNull } from "graphql";
import type { ContentType } from "../../../../../engine/internal.ts";
import { entryType } from "../entry-type.ts";
import { listArguments, localeArgument, versionArguments } from "../inputs/list-arguments.ts";
import { meaning, type RootMeaning } from "../meaning.ts";
import { listFieldName, oneFieldName } from "../names.ts";
import { oneType, pageNodes } from "../node-types.ts";
import type { Types } from "../types.ts";

/** Root fields to read the entries of a content type (graphql, §4). */
export function queryFields(types: Types, type: ContentType): GraphQLFieldConfigMap<unknown, unknown> {
  const isV4 = types.format === "v4";
  const one = oneType(types, type);
  const locale = localeArgument(types, type);
  const about = { ...versionArguments(types, type), ...locale };
  const [findsOne, finds] = [types.offers(type, "findOne"), types.offers(type, "find")];
  const means = (kind: RootMeaning["kind"]) => meaning({ kind, type, ...(isV4 && { nodes: true as const }) });
  if (type.kind === "single") {
    return finds ? { [oneFieldName(type)]: { type: one, args: about, ...means("find single") } } : {};
  }
  const listName = listFieldName(type);
  const page = {
    type: pageNodes(types, type),
    args: { ...listArguments(types, type), ...about },
    ...meaning({ kind: "find page", type }),
  };
  if (isV4) {
    const args = { id: { type: GraphQLID }, ...locale };
    return {
      ...(findsOne && { [oneFieldName(type)]: { type: one, args, ...means("find one") } }),
      ...(finds && { [listName]: page }),
    };
  }
  return {
    ...(findsOne && {
      [oneFieldName(type)]: {
        type: one,
        args: { documentId: { type: new GraphQLNonNull(GraphQLID) }, ...about },
        ...means("find one"),
      },
    }),
    ...(finds && {
      [`${listName}_connection`]: page,
      [listName]: {
        type: new GraphQLNonNull(new GraphQLList(entryType(types, type))),
        args: page.args,
        ...means("find many"),
      },
    }),
  };
}
