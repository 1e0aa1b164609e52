import {
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import { PUBLICATION_FILTERS } from "../../../../engine/internal.ts";

/** Types that are the same in every schema (graphql, §2). */

export const PAGINATION = new GraphQLObjectType({
  name: "Pagination",
  fields: {
    total: { type: new GraphQLNonNull(GraphQLInt) },
    page: { type: new GraphQLNonNull(GraphQLInt) },
    pageSize: { type: new GraphQLNonNull(GraphQLInt) },
    pageCount: { type: new GraphQLNonNull(GraphQLInt) },
  },
});

export const DELETE_RESPONSE = new GraphQLObjectType({
  name: "DeleteMutationResponse",
  fields: { documentId: { type: new GraphQLNonNull(GraphQLID) } },
});

/** Member of every zone; no entry ever has this type. */
export const ZONE_ERROR = new GraphQLObjectType({
  name: "Error",
  fields: { code: { type: new GraphQLNonNull(GraphQLString) }, message: { type: GraphQLString } },
});

/** Its values are the engine's names of the two statuses. */
export const PUBLICATION_STATUS = new GraphQLEnumType({
  name: "PublicationStatus",
  values: { DRAFT: { value: "draft" }, PUBLISHED: { value: "published" } },
});

/** The two views of Strapi 4: published versions, or all that is there as drafts. */
export const PUBLICATION_STATE = new GraphQLEnumType({
  name: "PublicationState",
  values: { LIVE: { value: "published" }, PREVIEW: { value: "draft" } },
});

/** `NEVER_PUBLISHED` for the engine's `never-published`. */
export const PUBLICATION_FILTER = new GraphQLEnumType({
  name: "PublicationFilter",
  values: Object.fromEntries(
    PUBLICATION_FILTERS.map((value) => [value.toUpperCase().replaceAll("-", "_"), { value }] as const),
  ),
});

export const PAGINATION_ARG = new GraphQLInputObjectType({
  name: "PaginationArg",
  fields: {
    page: { type: GraphQLInt },
    pageSize: { type: GraphQLInt },
    start: { type: GraphQLInt },
    limit: { type: GraphQLInt },
  },
});
