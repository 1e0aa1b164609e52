import { documentId } from "../data.ts";
import type { Question } from "../question.ts";
import type { Wish } from "../workloads.ts";
import type { HttpRequest } from "./http-request.ts";

/** A wish in the words of the content contract. `idOf` knows the documentId of a post by its number. */
export function restRequest(wish: Wish, idOf: (post: number) => string = (post) => documentId("p", post)): HttpRequest {
  switch (wish.kind) {
    case "one":
      return { method: "GET", path: `/api/posts/${idOf(wish.post)}`, body: "" };
    case "list":
      return { method: "GET", path: restPath(wish.question), body: "" };
    case "create":
      return { method: "POST", path: "/api/posts?status=published", body: JSON.stringify({ data: wish.values }) };
  }
}

/** A question as the parameters of Strapi's REST API, nested. */
export function restParams({ where, sort, page, pageSize, populate }: Question): { readonly [name: string]: unknown } {
  return {
    ...(where.length > 0 && {
      filters: {
        $and: where.map(({ relation, field, operator, value }) => {
          const condition = { [field]: { [`$${operator}`]: value } };
          return relation === null ? condition : { [relation]: condition };
        }),
      },
    }),
    ...(sort !== null && { sort: `${sort.field}:${sort.direction}` }),
    ...(page > 1 || pageSize !== 25 ? { pagination: { page, pageSize } } : {}),
    ...(populate.length > 0 && { populate: [...populate] }),
  };
}

/** The same as a path with its query. */
export function restPath({ where, sort, page, pageSize, populate }: Question): string {
  const parameters = [
    ...where.map(({ relation, field, operator, value }) => {
      const path = relation === null ? `[${field}]` : `[${relation}][${field}]`;
      return `filters${path}[$${operator}]=${encodeURIComponent(value)}`;
    }),
    ...(sort === null ? [] : [`sort=${sort.field}:${sort.direction}`]),
    ...(page > 1 || pageSize !== 25 ? [`pagination[page]=${page}`, `pagination[pageSize]=${pageSize}`] : []),
    ...(populate.length === 0 ? [] : [`populate=${populate.join(",")}`]),
  ];
  return parameters.length === 0 ? "/api/posts" : `/api/posts?${parameters.join("&")}`;
}
