import { fc } from "../../support/fast-check.ts";
import { queryText } from "../rest/query-text.ts";
import { FILES } from "./types.ts";

export type TypeName = "page" | "topic" | "country";

/** A request to both servers; `@page:1@` in it refers to a document that has a different id on each. */
export interface LocaleRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: object;
  readonly type: TypeName;
}

export const PLURALS: Readonly<Record<TypeName, string>> = { page: "pages", topic: "topics", country: "countries" };

/** The names of a type's documents; a number in a write chooses one. */
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
/** Ids of files, which are the same in both servers. */
const file = fc.integer({ min: 1, max: FILES.length });
const files = fc.uniqueArray(file, { maxLength: 3 });
const oneFile = fc.oneof(
  { weight: 6, arbitrary: fc.option(file) },
  {
    weight: 6,
    arbitrary: fc.constantFrom("set", "disconnect").chain((change) => file.map((id) => ({ [change]: [id] }))),
  },
  // Seldom: it keeps the file that was there in the real server, which would hide all else.
  { weight: 1, arbitrary: file.map((id) => ({ connect: [id] })) },
);
const SINGLE_FILES = ["cover", "picture", "flag"];
/** An empty `connect` or `disconnect` of files removes all of them in the real server. */
const severalFiles = fc.oneof(
  files,
  files.map((ids) => ({ set: ids })),
  fc
    .constantFrom("connect", "disconnect")
    .chain((change) => fc.uniqueArray(file, { minLength: 1, maxLength: 3 }).map((ids) => ({ [change]: ids }))),
);
const link = fc.record({ label: text, size: integer, icon: fc.option(file) }, { requiredKeys: ["label", "size"] });
const album = fc.record({ label: text, pictures: files }, { requiredKeys: ["label"] });
const zone = fc.array(
  fc.oneof(
    link.map((values) => ({ __component: "shared.link", ...values })),
    album.map((values) => ({ __component: "shared.album", ...values })),
  ),
  { maxLength: 2 },
);
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

/** Never empty: an empty list means something else to the real server. */
const things = fc.oneof(
  ...["connect", "set", "disconnect"].map((change) =>
    fc
      .uniqueArray(fc.tuple(fc.constantFrom<TypeName>("topic", "country"), number), {
        minLength: 1,
        maxLength: 3,
        selector: String,
      })
      .map((list) => ({ [change]: list })),
  ),
);

const FIRST = { kind: "create", which: 0, locale: "", isPublished: true, onlyFields: false } as const;

const OWN = {
  title: text,
  count: integer,
  links: fc.array(link, { maxLength: 2 }),
  topic: fc.option(number),
  tags,
  country: fc.option(number),
  picture: oneFile,
  gallery: severalFiles,
  zone,
  things,
};
const SHARED = { sku: text, price: integer, link: fc.option(link), cover: oneFile };

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
const country = writeOf(
  "country",
  fc.record({ name: text, flag: oneFile }, { requiredKeys: ["name"] }),
  fc.constant(true),
);

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

function isConnectedFile(name: string, value: unknown): boolean {
  return SINGLE_FILES.includes(name) && typeof value === "object" && value !== null && "connect" in value;
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
    return writes.map((each, at) => {
      const isFirst = at < 12;
      const data = Object.entries(each.data).filter(
        ([name, value]) => !isConnectedFile(name, value) && (isFirst || !(name in SHARED)),
      );
      return {
        ...each,
        kind: isFirst ? ("create" as const) : ("save" as const),
        locale: isFirst ? "" : each.locale,
        data: Object.fromEntries(data),
      };
    });
  });

/**
 * The compared part of the answer to a write. Not its localizations, which the real server shows as they were before shared
 * spread to them: the lists are compared with them after each write.
 */
const SHOWN: Readonly<Record<TypeName, readonly string[]>> = {
  page: ["topic", "tags", "country", "link.icon", "links.icon", "cover", "picture", "gallery", "things"],
  topic: ["pages"],
  country: ["flag"],
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
    // The real server always fails on a document beside itself, which would hide later differences.
    const isBesideItself = (documentId: unknown) => Object.values<unknown>(place).includes(documentId);
    return {
      connect: many(connect).map((documentId) =>
        isPlaced && !isBesideItself(documentId) ? { documentId, position: place } : { documentId },
      ),
    };
  };
  const typed = (list: readonly (readonly [TypeName, number])[]) =>
    list.flatMap(([type, which]) => {
      const documentId = one(type, which);
      return documentId === null ? [] : [{ __type: `api::${type}.${type}`, documentId }];
    });
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
      if (name === "things") {
        const [change = "", list = []] = Object.entries<[TypeName, number][]>(Object(value))[0] ?? [];
        return typed(list).length === 0 ? [] : [[name, { [change]: typed(list) }]];
      }
      if (name === "topic") return [[name, one("topic", value)]];
      if (name === "country") return [[name, one("country", value)]];
      return [[name, name === "tags" ? change(Object(value)) : value]];
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

const fileName = fc.constantFrom(...FILES.map(({ filename = "" }) => filename));

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
  compared(fileName).map((name) => ({ cover: { name } })),
  compared(fileName).map((name) => ({ gallery: { name } })),
  compared(file).map((id) => ({ picture: { id } })),
  compared(fileName).map((name) => ({ links: { icon: { name } } })),
  fc.constantFrom("cover", "gallery").map((name) => ({ [name]: { $null: true } })),
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
    { cover: true, gallery: { fields: ["name"], sort: ["name:desc"] } },
    { gallery: { filters: { name: { $in: ["a.txt", "b.txt"] } } }, picture: { fields: ["name", "ext"] } },
    { cover: { filters: { name: { $ne: "a.txt" } } }, links: { populate: { icon: { fields: ["name"] } } } },
    { links: { populate: "*" }, link: { populate: ["icon"] } },
    { zone: { populate: "*" } },
    { zone: { on: { "shared.album": { populate: { pictures: { sort: ["size:desc", "name"] } } } } } },
    { zone: { on: { "shared.album": true, "shared.link": { populate: ["icon"], fields: ["size"] } } } },
    { things: true },
    { things: { on: { "api::topic.topic": { fields: ["name"] }, "api::country.country": { populate: ["flag"] } } } },
    { topic: { populate: { pages: { populate: ["gallery"], sort: ["createdAt", "locale"] } } } },
    { country: { populate: ["flag"] } },
  ),
);

const sort = fc.uniqueArray(
  fc.constantFrom(
    "title",
    "title:desc",
    "count",
    "sku:desc",
    "locale",
    "locale:desc",
    "topic.name",
    "createdAt",
    "cover.name",
    "picture.name:desc",
  ),
  { maxLength: 2, selector: (key) => key.split(":")[0] },
);

/** The parameters of a list of pages. */
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
