import type { HttpRequest } from "./http-request.ts";
import type { Condition, Populated, Question, Sort } from "./question.ts";
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
function restQuery({ where, either, sort, page, pageSize, populate }: Question): string {
  const parameters = [
    ...where.flatMap((condition) => conditionIn("filters", condition)),
    ...either.flatMap((condition, at) => conditionIn(`filters[$or][${at}]`, condition)),
    ...(sort === null ? [] : [`sort=${sortText(sort)}`]),
    ...(page > 1 || pageSize !== 25 ? [`pagination[page]=${page}`, `pagination[pageSize]=${pageSize}`] : []),
    ...populateParameters(populate),
  ];
  return parameters.length === 0 ? "" : `?${parameters.join("&")}`;
}

function conditionIn(start: string, { relation, field, operator, value }: Condition): readonly string[] {
  const path = [relation, field].map((name) => (name === null ? "" : `[${encodeURIComponent(name)}]`)).join("");
  const name = `${start}${path}[$${operator}]`;
  if (typeof value !== "object") return [`${name}=${encodeURIComponent(value)}`];
  return value.map((each, at) => `${name}[${at}]=${encodeURIComponent(each)}`);
}

function populateParameters(populate: readonly Populated[]): readonly string[] {
  if (populate.length === 0) return [];
  if (populate.every(({ narrowed }) => narrowed === null)) {
    return [`populate=${populate.map(({ relation }) => encodeURIComponent(relation)).join(",")}`];
  }
  return populate.flatMap(({ relation, narrowed }) => {
    const name = `populate[${encodeURIComponent(relation)}]`;
    if (narrowed === null) return [`${name}=true`];
    return [...conditionIn(`${name}[filters]`, narrowed.where), `${name}[sort]=${sortText(narrowed.sort)}`];
  });
}

function sortText({ field, direction }: Sort): string {
  return `${encodeURIComponent(field)}:${direction}`;
}
