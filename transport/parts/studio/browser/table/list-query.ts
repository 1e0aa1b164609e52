import type { Parameters } from "../core/query-text.ts";
import { type Attribute, LOCALE, LOCALIZATIONS, labelAttribute, type Model, type Models } from "../model/model.ts";
import { choicesOf, named, readSelection, type Selection, writeSelection } from "../request-pane/selection.ts";
import { selectionParameters } from "../request-pane/selection-parameters.ts";
import { type Condition, conditionParameters } from "./conditions.ts";

/**
 * The rows of a type with drafts. `all`: every document as it was saved last, with its state; `draft`: documents that were
 * never published; `modified`: documents that were saved since; `published`: as visitors see them; `both`: side by side.
 */
export const VERSIONS = [
  ["all", "All"],
  ["draft", "Drafts"],
  ["modified", "Modified"],
  ["published", "Published"],
  ["both", "Side by side"],
] as const;

export type Versions = (typeof VERSIONS)[number][0];

/** The state of a table. It is part of the address, so it can be bookmarked and shared. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  /** `title:asc`, most important first. */
  readonly sort: readonly string[];
  readonly search: string;
  readonly versions: Versions;
  /** A locale code; null for the default locale, and for types without locales. */
  readonly locale: string | null;
  readonly page: number;
  readonly pageSize: number;
  /** With what is populated below them. Null: the default columns. */
  readonly columns: Selection | null;
}

const PAGE_SIZE = 25;

export function readListQuery(query: URLSearchParams): ListQuery {
  const list = (name: string) =>
    query
      .get(name)
      ?.split(",")
      .filter((item) => item !== "") ?? [];
  return {
    conditions: query.getAll("filter").flatMap((text) => {
      const [, field, operator, value] = /^([^:]+):(\$\w+):(.*)$/s.exec(text) ?? [];
      return field && operator ? [{ field, operator, value: value ?? "" }] : [];
    }),
    sort: list("sort"),
    search: query.get("q") ?? "",
    versions: VERSIONS.find(([name]) => name === query.get("versions"))?.[0] ?? "all",
    locale: query.get("locale"),
    page: Math.max(1, Number(query.get("page")) || 1),
    pageSize: Math.max(1, Number(query.get("pageSize")) || PAGE_SIZE),
    columns: query.has("columns") ? readSelection(query.get("columns") ?? "") : null,
  };
}

export function writeListQuery({
  conditions,
  sort,
  search,
  versions,
  locale,
  page,
  pageSize,
  columns,
}: ListQuery): URLSearchParams {
  const query = new URLSearchParams();
  for (const { field, operator, value } of conditions) query.append("filter", `${field}:${operator}:${value}`);
  if (sort.length > 0) query.set("sort", sort.join(","));
  if (search !== "") query.set("q", search);
  if (versions !== "all") query.set("versions", versions);
  if (locale !== null) query.set("locale", locale);
  if (page !== 1) query.set("page", String(page));
  if (pageSize !== PAGE_SIZE) query.set("pageSize", String(pageSize));
  if (columns !== null) query.set("columns", writeSelection(columns));
  return query;
}

const MAX_COLUMNS = 5;
/** Columns of these types are long, or say little in a row; so do several files. */
const UNSHOWN = new Set(["richtext", "blocks", "json", "text", "dynamiczone", "component", "uid", "password"]);

/** The attributes that can be columns. The dates that a table asks for in any case are none. */
export function choosableOf(model: Model): readonly Attribute[] {
  const dates = datesOf(model);
  return choicesOf(model).filter(({ name }) => !dates.includes(name));
}

/** The columns with what is populated below them. */
export function selectionOf(model: Model, { columns }: ListQuery): Selection {
  if (columns !== null) return columns;
  const label = labelAttribute(model);
  const told = model.attributes.filter(({ name, type, multiple }) => {
    const isUnshown = UNSHOWN.has(type) || (type === "media" && multiple === true);
    return name !== label && name !== LOCALE && name !== LOCALIZATIONS && !isUnshown;
  });
  return named([label, ...told.slice(0, MAX_COLUMNS - 1).map(({ name }) => name)]);
}

/** The attributes that a table shows, in the order of the type. */
export function columnsOf(model: Model, query: ListQuery): readonly Attribute[] {
  const names = new Set(selectionOf(model, query).map(({ name }) => name));
  return choosableOf(model).filter(({ name }) => names.has(name));
}

function datesOf({ drafts }: Model): readonly string[] {
  return ["updatedAt", ...(drafts ? ["publishedAt"] : [])];
}

/** The versions for this caller: published entries where drafts may not be seen. */
export function versionsOf({ drafts, may }: Model, { versions }: ListQuery): Versions {
  return drafts && may.readDrafts ? versions : "published";
}

const PUBLICATION: { readonly [V in Versions]?: string } = { draft: "never-published", modified: "modified" };

/** The REST parameters for one of the versions. */
export function listParameters(
  model: Model,
  query: ListQuery,
  status: "published" | "draft",
  models: Models,
): Parameters {
  const { conditions, sort, search, locale, page, pageSize } = query;
  const publication = PUBLICATION[query.versions];
  const shown = [...selectionOf(model, query), ...named(datesOf(model))];
  return [
    ...(status === "draft" ? [["status", "draft"] as const] : []),
    ...(status === "draft" && publication !== undefined ? [["publicationFilter", publication] as const] : []),
    ...(locale === null ? [] : [["locale", locale] as const]),
    ...conditions.flatMap((condition, at) =>
      conditionParameters(condition, conditions.length === 1 ? "filters" : `filters[$and][${at}]`),
    ),
    ...(search === "" ? [] : [["_q", search] as const]),
    ...(sort.length === 0 ? [] : [["sort", sort.join(",")] as const]),
    ...selectionParameters(shown, choicesOf(model), models),
    ["pagination[page]", String(page)],
    ["pagination[pageSize]", String(pageSize)],
  ];
}
