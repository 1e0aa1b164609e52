import type { HttpRequest } from "./http-request.ts";
import type { Question } from "./question.ts";
import type { Wish } from "./workloads.ts";

/** Where a content type is on a server that speaks the content contract. */
export interface RestPlace {
  /** Path of its list: `/api/posts`. */
  readonly path: string;
  /** The documentId of a document by its number. */
  idOf(document: number): string;
}

/** A wish in the words of the content contract. What is created is published at once. */
export function restRequest(wish: Wish, { path, idOf }: RestPlace): HttpRequest {
  switch (wish.kind) {
    case "one":
      return { method: "GET", path: `${path}/${encodeURIComponent(idOf(wish.document))}`, body: "" };
    case "list":
      return { method: "GET", path: path + restQuery(wish.question), body: "" };
    case "create":
      return { method: "POST", path: `${path}?status=published`, body: JSON.stringify({ data: wish.values }) };
  }
}

/** A question in the words of Strapi's REST API, with its question mark; empty where nothing is said. */
function restQuery({ where, sort, page, pageSize, populate }: Question): string {
  const parameters = [
    ...where.map(({ relation, field, operator, value }) => {
      const path = [relation, field].map((name) => (name === null ? "" : `[${encodeURIComponent(name)}]`)).join("");
      return `filters${path}[$${operator}]=${encodeURIComponent(value)}`;
    }),
    ...(sort === null ? [] : [`sort=${encodeURIComponent(sort.field)}:${sort.direction}`]),
    ...(page > 1 || pageSize !== 25 ? [`pagination[page]=${page}`, `pagination[pageSize]=${pageSize}`] : []),
    ...(populate.length === 0 ? [] : [`populate=${populate.map(encodeURIComponent).join(",")}`]),
  ];
  return parameters.length === 0 ? "" : `?${parameters.join("&")}`;
}
