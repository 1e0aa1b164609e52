import { GraphQLBoolean, type GraphQLFieldConfigArgumentMap, GraphQLList, GraphQLString } from "graphql";
import type { AnyModel, ContentType } from "../../../../../engine/internal.ts";
import { PAGINATION_ARG, PUBLICATION_FILTER, PUBLICATION_STATE, PUBLICATION_STATUS } from "../fixed-types.ts";
import { localeCode } from "../scalars/locale-code.ts";
import type { Types } from "../types.ts";
import { filtersInput } from "./filters-input.ts";

/** Arguments of a list of entries of a model, at any depth (graphql, §4). */
export function listArguments(types: Types, model: AnyModel): GraphQLFieldConfigArgumentMap {
  return {
    filters: { type: filtersInput(types, model) },
    pagination: { type: PAGINATION_ARG, defaultValue: {} },
    sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
  };
}

const STATUS_ARGUMENT: GraphQLFieldConfigArgumentMap = {
  status: { type: PUBLICATION_STATUS, defaultValue: "published" },
};

/** The locale that a root field selects; absent for a type without locales. */
export function localeArgument(types: Types, { locale }: ContentType): GraphQLFieldConfigArgumentMap {
  return locale === null ? {} : { locale: { type: localeCode(types) } };
}

/** The version that a mutation writes; in Strapi 4 `publishedAt` of its data decides. */
export function statusArgument({ format }: Types): GraphQLFieldConfigArgumentMap {
  return format === "v4" ? {} : STATUS_ARGUMENT;
}

/** The versions that a root field reads, and everything below it. */
export function versionArguments({ format }: Types, type: ContentType): GraphQLFieldConfigArgumentMap {
  if (format === "v5") return PUBLICATION_ARGUMENTS;
  return type.draftAndPublish ? STATE_ARGUMENT : {};
}

const STATE_ARGUMENT: GraphQLFieldConfigArgumentMap = {
  publicationState: { type: PUBLICATION_STATE, defaultValue: "published" },
};

const PUBLICATION_ARGUMENTS: GraphQLFieldConfigArgumentMap = {
  ...STATUS_ARGUMENT,
  hasPublishedVersion: { type: GraphQLBoolean },
  publicationFilter: { type: PUBLICATION_FILTER },
};
