import { encodeReadably } from "../../http/params/encode-readably.ts";
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

/** How the names of parameters are written: percent-encoded, as `qs` and browsers write them, or with plain brackets. */
export type Spelling = "encoded" | "plain";

/** A wish in the words of the content contract. Creations are published at once. */
export function restRequest(wish: Wish, { path, idOf }: RestPlace, spelling: Spelling = "encoded"): HttpRequest {
  switch (wish.kind) {
    case "one":
      return { method: "GET", path: `${path}/${encodeURIComponent(idOf(wish.document))}`, body: "" };
    case "list":
      return { method: "GET", path: path + queryText(restParameters(wish.question), spelling), body: "" };
    case "create":
      return { method: "POST", path: `${path}?status=published`, body: JSON.stringify({ data: wish.values }) };
  }
}

/** A name and a value, neither encoded. */
type Parameter = readonly [name: string, value: string];

/** With its question mark; empty without parameters. */
function queryText(parameters: readonly Parameter[], spelling: Spelling): string {
  const spell = spelling === "encoded" ? encodeURIComponent : encodeReadably;
  return parameters.map(([name, value], at) => `${at === 0 ? "?" : "&"}${spell(name)}=${spell(value)}`).join("");
}

/** A question in the words of Strapi's REST API. */
function restParameters({ where, either, sort, page, pageSize, populate }: Question): readonly Parameter[] {
  const pages: readonly Parameter[] = [
    ["pagination[page]", String(page)],
    ["pagination[pageSize]", String(pageSize)],
  ];
  return [
    ...where.flatMap((condition) => conditionIn("filters", condition)),
    ...either.flatMap((condition, at) => conditionIn(`filters[$or][${at}]`, condition)),
    ...(sort === null ? [] : [["sort", sortText(sort)] as const]),
    ...(page > 1 || pageSize !== 25 ? pages : []),
    ...populateParameters(populate),
  ];
}

function conditionIn(start: string, { relation, field, operator, value }: Condition): readonly Parameter[] {
  const path = [relation, field].map((name) => (name === null ? "" : `[${name}]`)).join("");
  const name = `${start}${path}[$${operator}]`;
  if (typeof value !== "object") return [[name, String(value)]];
  return value.map((each, at) => [`${name}[${at}]`, String(each)] as const);
}

function populateParameters(populate: readonly Populated[]): readonly Parameter[] {
  if (populate.length === 0) return [];
  if (populate.every(({ narrowed }) => narrowed === null)) {
    return [["populate", populate.map(({ relation }) => relation).join(",")]];
  }
  return populate.flatMap(({ relation, narrowed }): readonly Parameter[] => {
    const name = `populate[${relation}]`;
    if (narrowed === null) return [[name, "true"]];
    return [...conditionIn(`${name}[filters]`, narrowed.where), [`${name}[sort]`, sortText(narrowed.sort)]];
  });
}

function sortText({ field, direction }: Sort): string {
  return `${field}:${direction}`;
}
