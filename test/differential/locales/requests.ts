import { fc } from "../../support/fast-check.ts";
import { queryText } from "../rest/query-text.ts";

export type TypeName = "page" | "topic" | "country";

/** A request to both servers; `@page:1@` in it refers to a document that has a different id on each. */
export interface LocaleRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: object;
  readonly type: TypeName;
}

export const PLURALS: Readonly<Record<TypeName, string>> = { page: "pages", topic: "topics", country: "countries" };

/** Documents of a type by their names, of which a number means one. */
export type DocumentsOf = (type: TypeName) => readonly string[];

/** A write whose documents are numbers. */
export interface LocaleWrite {
  readonly kind: "create" | "save" | "delete";
  readonly type: TypeName;
  readonly which: number;
  readonly locale: string;
  readonly isPublished: boolean;
  readonly onlyFields: boolean;
  readonly data: { readonly [name: string]: unknown };
}

const text = fc.constantFrom("a", "b", "c", "d");
const integer = fc.nat(4);
const number = fc.nat(5);
const link = fc.record({ label: text, size: integer });
const position = fc.oneof(
  fc.constant(undefined),
  fc.constant({ start: true }),
  fc.constant({ end: true }),
  fc.record({ before: number }),
  fc.record({ after: number }),
);
const tags = fc.oneof(
  fc.record({ set: fc.uniqueArray(number, { maxLength: 3 }) }),
  fc.record({ connect: fc.uniqueArray(number, { minLength: 1, maxLength: 2 }), position }),
  fc.record({ disconnect: fc.uniqueArray(number, { maxLength: 2 }) }),
);

const FIRST = { kind: "create", which: 0, locale: "", isPublished: true, onlyFields: false } as const;

const OWN = {
  title: text,
  count: integer,
  links: fc.array(link, { maxLength: 2 }),
  topic: fc.option(number),
  tags,
  country: fc.option(number),
};
const SHARED = { sku: text, price: integer, link: fc.option(link) };

const kind = fc.constantFrom<LocaleWrite["kind"]>("create", "save", "save", "save", "delete");
const locale = fc.constantFrom("", "en", "fr", "de");

function writeOf(type: TypeName, data: LocaleWrite["data"] | fc.Arbitrary<object>, isPublished: fc.Arbitrary<boolean>) {
  return fc.record({
    kind: type === "page" ? kind : fc.constantFrom<LocaleWrite["kind"]>("create", "save", "save"),
    type: fc.constant(type),
    which: number,
    locale,
    isPublished,
    onlyFields: fc.nat(5).map((each) => each === 0),
    data: data as fc.Arbitrary<LocaleWrite["data"]>,
  });
}

const topic = writeOf("topic", fc.record({ name: text, rank: integer }, { requiredKeys: [] }), fc.constant(true));
const country = writeOf("country", fc.record({ name: text }), fc.constant(true));

/**
 * Writes in several locales. Where some publish, what locales share hardly changes after it was given: the real server
 * spreads it by accident (see named-differences.ts), which would hide all else.
 */
export const localeWrites: fc.Arbitrary<readonly LocaleWrite[]> = fc.oneof(
  { weight: 5, arbitrary: sequenceOf(fc.record({ ...OWN, ...SHARED }, { requiredKeys: [] }), fc.constant(false)) },
  { weight: 5, arbitrary: sequenceOf(fc.record(OWN, { requiredKeys: [] }), fc.boolean()) },
  { weight: 1, arbitrary: sequenceOf(fc.record({ ...OWN, ...SHARED }, { requiredKeys: [] }), fc.boolean()) },
);

function sequenceOf(pages: fc.Arbitrary<object>, isPublished: fc.Arbitrary<boolean>) {
  const first = fc.tuple(
    fc.constant<LocaleWrite>({ ...FIRST, type: "topic", data: { name: "first" } }),
    fc.constant<LocaleWrite>({ ...FIRST, type: "country", data: { name: "land" } }),
  );
  const write = fc.oneof({ weight: 5, arbitrary: writeOf("page", pages, isPublished) }, topic, country);
  return fc
    .tuple(first, fc.array(write, { minLength: 4, maxLength: 14, size: "max" }))
    .map(([begun, rest]) => [...begun, ...rest]);
}

/** Writes that fill both servers for the reads. */
export const localeFilling: fc.Arbitrary<readonly LocaleWrite[]> = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: writeOf("page", fc.record({ ...OWN, ...SHARED }, { requiredKeys: ["title"] }), fc.constant(true)),
      },
      topic,
      country,
    ),
    { minLength: 70, maxLength: 70 },
  )
  .map((writes) => {
    // Shared values are given with the document, and stay.
    return writes.map((each, at) => ({
      ...each,
      kind: at < 12 ? ("create" as const) : ("save" as const),
      locale: at < 12 ? "" : each.locale,
      data: at < 12 ? each.data : Object.fromEntries(Object.entries(each.data).filter(([name]) => !(name in SHARED))),
    }));
  });

/**
 * The compared part of the answer to a write. Not its localizations, which the real server shows as they were before shared
 * spread to them: the lists are compared with them after each write.
 */
const SHOWN: Readonly<Record<TypeName, readonly string[]>> = {
  page: ["topic", "tags", "country", "link", "links"],
  topic: ["pages"],
  country: [],
};

export function requestOf(write: LocaleWrite, documentsOf: DocumentsOf): LocaleRequest {
  const { type, locale } = write;
  const known = documentsOf(type);
  const document = known[write.which % known.length];
  const status = write.isPublished ? "published" : "draft";
  // A publishing PUT with fields loses relations of others in the real server.
  const shown =
    write.onlyFields && !write.isPublished && type === "page" ? { fields: ["title"] } : { populate: SHOWN[type] };
  const query = `?${queryText({ ...(locale !== "" && { locale }), status, ...shown })}`;
  const body = { data: named(write.data, documentsOf) };
  const path = `/api/${PLURALS[type]}`;
  if (document === undefined || write.kind === "create") return { method: "POST", path: path + query, body, type };
  if (write.kind === "delete") {
    const asked = locale === "" ? "" : `?locale=${locale}`;
    return { method: "DELETE", path: `${path}/${document}${asked}`, type };
  }
  return { method: "PUT", path: `${path}/${document}${query}`, body, type };
}

/** The data with names of documents where it has numbers for them. */
function named(data: LocaleWrite["data"], documentsOf: DocumentsOf): object {
  const one = (type: TypeName, value: unknown): unknown => {
    const known = documentsOf(type);
    return typeof value === "number" && known.length > 0 ? known[value % known.length] : null;
  };
  const many = (value: unknown) => [...new Set([value].flat().flatMap((each) => one("topic", each) ?? []))];
  const change = ({ set, connect, disconnect, position }: Record<string, unknown>): object => {
    if (set !== undefined) return { set: many(set) };
    if (disconnect !== undefined) return { disconnect: many(disconnect) };
    const place = Object.fromEntries(
      Object.entries(Object(position)).flatMap(([key, value]) => {
        const meant = value === true ? true : one("topic", value);
        return meant === null ? [] : [[key, meant]];
      }),
    );
    const isPlaced = Object.keys(place).length > 0;
    // Beside itself the real server always fails, which would hide what comes after it.
    const isBesideItself = (documentId: unknown) => Object.values<unknown>(place).includes(documentId);
    return {
      connect: many(connect).map((documentId) =>
        isPlaced && !isBesideItself(documentId) ? { documentId, position: place } : { documentId },
      ),
    };
  };
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === "topic") return [name, one("topic", value)];
      if (name === "country") return [name, one("country", value)];
      return [name, name === "tags" ? change(Object(value)) : value];
    }),
  );
}

const code = fc.constantFrom("en", "fr", "de");
const several = fc.constantFrom<unknown>("*", ["en", "fr"], ["fr"], ["de", "fr"]);
const asked = fc.oneof(
  { weight: 2, arbitrary: fc.constant<unknown>(undefined) },
  { weight: 6, arbitrary: code },
  { weight: 4, arbitrary: several },
  { weight: 1, arbitrary: fc.constantFrom("xx", "") },
);

const compared = (values: fc.Arbitrary<unknown>) =>
  fc.oneof(
    values,
    fc.tuple(fc.constantFrom("$eq", "$ne", "$gt", "$lte"), values).map(([name, value]) => ({ [name]: value })),
    fc.array(values, { minLength: 1, maxLength: 2 }).map(($in) => ({ $in })),
    fc.constantFrom({ $null: "true" }, { $notNull: "true" }),
  );

const condition: fc.Arbitrary<object> = fc.oneof(
  compared(text).map((title) => ({ title })),
  compared(integer).map((count) => ({ count })),
  compared(text).map((sku) => ({ sku })),
  compared(integer).map((price) => ({ price })),
  compared(code).map((locale) => ({ locale })),
  compared(text).map((name) => ({ topic: { name } })),
  compared(code).map((locale) => ({ topic: { locale } })),
  compared(text).map((name) => ({ tags: { name } })),
  compared(text).map((name) => ({ country: { name } })),
  compared(text).map((title) => ({ localizations: { title } })),
  compared(text).map((label) => ({ link: { label } })),
);

const filters = fc.oneof(
  condition,
  fc.tuple(condition, condition).map(([one, other]) => ({ $and: [one, other] })),
  fc.tuple(condition, condition).map(([one, other]) => ({ $or: [one, other] })),
);

const populate = fc.oneof(
  fc.constantFrom<unknown>("*", "topic", ["topic", "country"], "localizations", ["tags", "link"]),
  fc.constantFrom<unknown>(
    { localizations: { fields: ["title", "locale"], sort: ["locale"] } },
    { topic: { populate: ["localizations"] } },
    { country: { populate: { pages: { sort: ["title", "locale", "createdAt"], fields: ["title", "locale"] } } } },
    { tags: { filters: { name: "a" }, sort: ["name"] } },
  ),
);

const sort = fc.uniqueArray(
  fc.constantFrom("title", "title:desc", "count", "sku:desc", "locale", "locale:desc", "topic.name", "createdAt"),
  { maxLength: 2, selector: (key) => key.split(":")[0] },
);

/** What a list of pages may be asked for. */
export const localeQuestion = fc.record(
  {
    locale: asked,
    status: fc.constantFrom("draft", "published"),
    filters,
    populate,
    fields: fc.uniqueArray(fc.constantFrom("title", "sku", "locale", "price"), { minLength: 1, maxLength: 2 }),
    sort,
    pagination: fc.constantFrom({ page: 1, pageSize: 3 }, { page: 2, pageSize: 2 }, { start: 1, limit: 4 }),
  },
  { requiredKeys: [] },
);

/** Reads of pages in some locales: lists, and one entry now and then. */
export const localeRead: fc.Arbitrary<LocaleRequest> = fc
  .tuple(localeQuestion, fc.nat(5), fc.nat(11))
  .map(([drawn, one, which]) => {
    const { sort: keys = [], pagination, filters: conditions, ...rest } = drawn;
    const params =
      one === 0
        ? rest
        : {
            ...rest,
            ...(conditions && { filters: conditions }),
            ...(pagination && { pagination }),
            sort: [...keys, "id"],
          };
    const path = `/api/pages${one === 0 ? `/@page:${which}@` : ""}`;
    const asked = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
    return { method: "GET", path: `${path}?${queryText(asked)}`, type: "page" };
  });
