import { type ContentType, PUBLICATION_FILTERS, type Schema } from "../../../../engine/internal.ts";
import { pageLimits } from "../../../contract/query-limits.ts";
import { type Context, mayAskForDrafts, nameOf } from "../context.ts";
import type { Parameter, Ref } from "../document.ts";
import { filtersSchema } from "../schemas/filter-schemas.ts";
import { anyOf, arrayOf, FLAG, type JsonSchema, objectWith, TEXT } from "../schemas/json-schema.ts";
import { fieldsSchema, populateSchema, sortSchema } from "../schemas/query-schemas.ts";

/** The query parameters of a list of entries (reads, §3). */
export function listParameters(context: Context, type: ContentType): readonly Ref[] {
  const about = queryParameters(context, type, severalLocales(context, type));
  return [...about, sort(context, type), pagination(context)];
}

/** The query parameters of a single entry. */
export function entryParameters(context: Context, type: ContentType): readonly Ref[] {
  return queryParameters(context, type, oneLocale(context, type));
}

function queryParameters(context: Context, type: ContentType, locale: readonly Ref[]): readonly Ref[] {
  return [
    filters(context, type),
    ...shapeParameters(context, type),
    ...locale,
    ...statusParameters(context, type),
    context.components.parameter("Search", () =>
      query("_q", "A text to find, case folded, in any searchable attribute.", TEXT),
    ),
  ];
}

/** The query parameters that shape the answer to a write. */
export function shapeParameters(context: Context, type: ContentType): readonly Ref[] {
  const { components } = context;
  return [
    components.parameter(nameOf(context, type, "Populate"), () =>
      nested("populate", "What to show in addition to the entry's own fields.", populateSchema(context, type)),
    ),
    components.parameter(nameOf(context, type, "Fields"), () =>
      nested("fields", "Which fields to show; `id` and `documentId` always are.", fieldsSchema(context, type)),
    ),
  ];
}

/** The query parameters of a write: status and locale (writes, §4). */
export function writeStatus(context: Context, type: ContentType): readonly Ref[] {
  return [writtenStatus(context), ...oneLocale(context, type)];
}

/** The status parameter of a write, which says whether it publishes. */
export function writtenStatus(context: Context): Ref {
  const description =
    context.profile.writeStatus === "body"
      ? "Whether to publish, where the body does not say."
      : "`draft` writes only the draft; without it the write publishes.";
  return context.components.parameter("WriteStatus", () => query("status", description, oneOf("draft", "published")));
}

function filters(context: Context, type: ContentType): Ref {
  return context.components.parameter(nameOf(context, type, "Filters"), () =>
    nested("filters", "Conditions on the entries.", filtersSchema(context, type)),
  );
}

function sort(context: Context, type: ContentType): Ref {
  return context.components.parameter(nameOf(context, type, "Sort"), () =>
    nested("sort", "The order of the entries: `title`, `title:desc`, `author.name`.", sortSchema(context, type)),
  );
}

/** For a type without drafts the status does not change the entries themselves, but it changes populated entries. */
function statusParameters(context: Context, type: ContentType): readonly Ref[] {
  const { components } = context;
  if (!type.draftAndPublish) return [status(context, type)];
  return [
    status(context, type),
    components.parameter("PublicationFilter", () =>
      query(
        "publicationFilter",
        "Keeps versions by how the draft and the published version stand to each other.",
        oneOf(...PUBLICATION_FILTERS),
      ),
    ),
    components.parameter("HasPublishedVersion", () =>
      query("hasPublishedVersion", "Keeps versions of documents that are published, or that are not.", FLAG),
    ),
  ];
}

function status(context: Context, type: ContentType): Ref {
  const { components, profile } = context;
  if (!mayAskForDrafts(context, type)) {
    return components.parameter("PublishedStatus", () =>
      query("status", "Which version to read; drafts need more rights.", oneOf("published")),
    );
  }
  const either = oneOf("draft", "published");
  const schema = profile.rules.strictStatus ? anyOf(either, arrayOf(either)) : either;
  return components.parameter("Status", () =>
    query("status", "Which version to read: the published one unless it says otherwise.", schema, SEVERAL),
  );
}

function oneLocale({ schema, components }: Context, { locale }: ContentType): readonly Ref[] {
  if (locale === null) return [];
  const description = `The locale of the entry: \`${locale}\` when absent.`;
  return [components.parameter("Locale", () => query("locale", description, oneOf(...codesOf(schema))))];
}

/** The locales that a list shows or a DELETE removes; empty if the type has none. */
export function severalLocales({ schema, components }: Context, { locale }: ContentType): readonly Ref[] {
  if (locale === null) return [];
  const codes = codesOf(schema);
  const description = `The locales of the entries, or \`*\` for all of them: \`${locale}\` when absent.`;
  const several = anyOf(oneOf(...codes, "*"), arrayOf(oneOf(...codes)));
  return [components.parameter("Locales", () => query("locale", description, several, SEVERAL))];
}

/** A parameter that may be repeated. */
const SEVERAL = { style: "form", explode: true } as const;

function query(
  name: string,
  description: string,
  schema: JsonSchema,
  more: Pick<Parameter, "style" | "explode"> = {},
): Parameter {
  return { name, in: "query", description, ...more, schema };
}

function oneOf(...values: readonly string[]): JsonSchema {
  return { type: "string", enum: values };
}

function codesOf({ locales }: Schema): readonly string[] {
  return locales.map(({ code }) => code);
}

function pagination({ components, rest }: Context): Ref {
  return components.parameter("Pagination", () => {
    const { defaultLimit, maxLimit } = pageLimits(rest);
    const most = maxLimit === null ? "" : `, at most ${maxLimit}`;
    const size: JsonSchema = { type: "integer", minimum: 1 };
    const withCount: JsonSchema = { type: "boolean", description: "Whether to count all matches." };
    return nested(
      "pagination",
      `Which part of the list: ${defaultLimit} entries${most}.`,
      anyOf(
        objectWith({ page: { type: "integer", minimum: 1 }, pageSize: size, withCount }),
        objectWith({ start: { type: "integer", minimum: 0 }, limit: size, withCount }),
      ),
    );
  });
}

/** A parameter in bracket notation, nested to any depth. No style of OpenAPI expresses that. */
export function nested(name: string, description: string | null, schema: JsonSchema): Parameter {
  const described = description === null ? {} : { description };
  return { name, in: "query", ...described, style: "deepObject", explode: true, schema, "x-galley-query": "qs" };
}
