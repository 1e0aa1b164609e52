import { AsyncResource } from "node:async_hooks";
import type { AnyModel } from "../../../../../engine/internal.ts";
import type { Galley } from "../../../../library/galley.ts";
import { filterParams } from "../../../../parts/graphql/execute/arguments/filter-params.ts";
import { pageInfoOf } from "../../../../parts/graphql/execute/page-info.ts";
import { listFieldName, oneFieldName, typeName } from "../../../../parts/graphql/schema/names.ts";
import { standIn } from "../../object/stand-in.ts";
import type { Loose, StrapiObject } from "../../strapi-object.ts";
import type { GraphqlExtension } from "./graphql-extension.ts";

export interface GraphqlParts {
  readonly strapi: () => StrapiObject;
  readonly galley: () => Galley;
  /** Additions to the schema. */
  readonly graphql: GraphqlExtension;
}

/** The services of Strapi's GraphQL plugin that projects call. */
export function graphqlServices(parts: GraphqlParts): Readonly<Record<string, Loose>> {
  const name = (service: string) => `strapi.plugin("graphql").service("${service}")`;
  const utils = standIn(`${name("builders")}.utils`, {
    transformArgs: transformArgs(parts),
    getContentTypeArgs: argumentsOf(parts),
  });
  const resolvers = standIn(`${name("builders")}.get`, { buildQueriesResolvers: queriesResolvers(parts) });
  return {
    extension: parts.graphql.service,
    format: { returnTypes: returnTypes(parts) },
    builders: standIn(name("builders"), { utils, get: () => resolvers }),
    utils: standIn(name("utils"), { naming: naming(parts) }),
  };
}

/** Results of resolvers for `PostEntityResponse` and `PostEntityResponseCollection`. */
function returnTypes({ strapi }: GraphqlParts) {
  return {
    toEntityResponse: (value: Loose, { args = {}, resourceUID }: Loose = {}) => ({
      value,
      data: value,
      info: { args, resourceUID },
    }),
    toEntityResponseCollection(nodes: Loose, { args = {}, resourceUID }: Loose = {}) {
      const { start = 0, limit = -1, filters, locale, status = "published" } = args;
      // The executor of the operation calls it, outside of the project's code.
      const pageInfo = AsyncResource.bind(async () => {
        const total = await strapi().documents(resourceUID).count({ filters, locale, status });
        return pageInfoOf({ start, limit: limit === -1 ? null : Math.max(limit, 1) } as Loose, total);
      });
      const meta = async () => ({ pagination: await pageInfo() });
      return { nodes, data: nodes, pageInfo, meta, info: { args, resourceUID } };
    },
  };
}

/** Arguments of a list as parameters of documents. */
function transformArgs({ strapi, galley }: GraphqlParts) {
  return ({ pagination, filters, sort, ...args }: Loose, { contentType, usePagination = false }: Loose) => {
    const model = modelOf(galley, contentType);
    const { schema } = galley().store.engine;
    const hasSort = Array.isArray(sort) ? sort.length > 0 : Boolean(sort);
    const config = (key: string, usual: number) => Number(strapi().plugin("graphql")?.config(key, usual) ?? usual);
    return {
      ...args,
      ...(hasSort && { sort }),
      ...(usePagination && pageOf(pagination ?? {}, config("defaultLimit", 10), config("maxLimit", -1))),
      ...(filters && { filters: filterParams(schema, model, filters) ?? {} }),
    };
  };
}

/** Arguments of a field that shows entries, for nexus. */
function argumentsOf({ galley, graphql }: GraphqlParts) {
  return (contentType: Loose, { multiple = true, isNested = false }: Loose = {}) => {
    const { list, nonNull } = graphql.nexus.builders;
    const model = modelOf(galley, contentType);
    const lists = { filters: `${typeName(model)}FiltersInput`, pagination: "PaginationArg", sort: list("String") };
    if (model.model === "component") return multiple ? lists : {};
    const versions = isNested ? {} : VERSIONS;
    if (model.kind === "single") return versions;
    return multiple ? { ...lists, ...versions } : { documentId: nonNull("ID"), ...versions };
  };
}

const VERSIONS = {
  status: "PublicationStatus",
  hasPublishedVersion: "Boolean",
  publicationFilter: "PublicationFilter",
};

function pageOf({ page, pageSize, start, limit }: Loose, usual: number, most: number) {
  const asked = page === undefined && pageSize === undefined ? (limit ?? usual) : Math.max(pageSize ?? usual, 1);
  const isWhole = asked === -1;
  const size = isWhole ? most : Math.max(asked, 1);
  const length = most === -1 || isWhole ? size : Math.min(size, most);
  return { start: start ?? Math.max(((page ?? 1) - 1) * length, 0), limit: length };
}

/** Reads with the arguments of a list as callers may make them. */
function queriesResolvers({ strapi }: GraphqlParts) {
  return ({ contentType }: Loose) => {
    const checked = async ({ documentId: _, ...args }: Loose, context: Loose) => {
      const { validate, sanitize } = strapi().contentAPI;
      const given = { auth: context?.state?.auth };
      await validate.query(args, contentType, given);
      return { status: "published", ...(await sanitize.query(args, contentType, given)) };
    };
    const documents = () => strapi().documents(contentType.uid) as Loose;
    return {
      findMany: async (_: unknown, args: Loose, context: Loose) => documents().findMany(await checked(args, context)),
      findFirst: async (_: unknown, args: Loose, context: Loose) => documents().findFirst(await checked(args, context)),
      findOne: async (_: unknown, args: Loose, context: Loose) =>
        documents().findOne({ ...(await checked(args, context)), documentId: args.documentId }),
    };
  };
}

/** Names of types and fields. */
function naming({ galley }: GraphqlParts) {
  const type =
    (end: string, begin = "") =>
    (contentType: Loose) =>
      `${begin}${typeName(modelOf(galley, contentType))}${end}`;
  const field =
    (nameOf: (type: Loose) => string, end = "") =>
    (contentType: Loose) =>
      nameOf(modelOf(galley, contentType)) + end;
  return {
    getTypeName: type(""),
    getComponentName: type(""),
    getEntityName: type("Entity"),
    getEntityResponseName: type("EntityResponse"),
    getEntityResponseCollectionName: type("EntityResponseCollection"),
    getRelationResponseCollectionName: type("RelationResponseCollection"),
    getContentTypeInputName: type("Input"),
    getComponentInputName: type("Input"),
    getFiltersInputTypeName: type("FiltersInput"),
    getCreateMutationTypeName: type("", "create"),
    getUpdateMutationTypeName: type("", "update"),
    getDeleteMutationTypeName: type("", "delete"),
    getFindOneQueryName: field(oneFieldName),
    getFindQueryName: field(listFieldName),
    getFindConnectionQueryName: field(listFieldName, "_connection"),
  };
}

/** @throws Error for what is no content type or component. */
function modelOf(galley: GraphqlParts["galley"], { uid }: Loose): AnyModel {
  const { schema } = galley().store.engine;
  const model = schema.types.get(uid) ?? schema.components.get(uid);
  if (model === undefined) throw new Error(`Model ${uid} not found`);
  return model;
}
