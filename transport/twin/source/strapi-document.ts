import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import { SCALAR_FORMATS } from "../../contract/model/scalar-format.ts";
import { recordAt } from "../../strapi/project/record.ts";

/** References and `allOf` that are followed from one schema. */
const DEEPEST = 8;

/** An entry or a component, as an OpenAPI document of Strapi describes it. */
export class ToldModel {
  readonly isSingle: boolean;
  readonly #document: UnknownRecord;
  readonly #properties: UnknownRecord;

  constructor(document: UnknownRecord, schema: UnknownRecord, isSingle = false) {
    this.#document = document;
    this.#properties = recordAt(schema, "properties");
    this.isSingle = isSingle;
  }

  get names(): readonly string[] {
    return Object.keys(this.#properties);
  }

  /** The definition of a scalar; undefined for a link, a component, and what the document does not have. */
  scalar(name: string): UnknownRecord | undefined {
    const given = this.#properties[name];
    if (!isRecord(given)) return undefined;
    const schema = resolved(this.#document, given);
    const type = typeOf(schema);
    return type === undefined ? undefined : { type, ...(type === "enumeration" && { enum: schema.enum }) };
  }

  /** The component of an attribute; `component`: its uid, in a zone. */
  below(name: string, component?: string): ToldModel | undefined {
    const items = itemsOf(this.#document, recordAt(this.#properties, name));
    const found = items.find((item) => {
      const told = recordAt(recordAt(item, "properties"), "__component").enum;
      return component === undefined || (Array.isArray(told) && told.includes(component));
    });
    return found === undefined ? undefined : new ToldModel(this.#document, found);
  }
}

/**
 * The entries of the routes that a document of Strapi describes, by the names of the routes. Its plugin `documentation` and
 * `strapi openapi generate` write such documents. `prefix`: begins the paths of routes; a document may leave it out.
 */
export function toldRoutes(document: UnknownRecord, prefix: string): ReadonlyMap<string, ToldModel> {
  const found = new Map<string, ToldModel>();
  for (const [path, item] of Object.entries(recordAt(document, "paths"))) {
    const [, name] = /^\/([^/{}]+)$/.exec(path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path) ?? [];
    const ok = recordAt(recordAt(recordAt(item, "get"), "responses"), "200");
    const answer = resolved(document, recordAt(recordAt(recordAt(ok, "content"), "application/json"), "schema"));
    const data = resolved(document, recordAt(recordAt(answer, "properties"), "data"));
    const [entry] = itemsOf(document, data);
    if (name === undefined || entry === undefined || !Object.hasOwn(recordAt(entry, "properties"), "documentId"))
      continue;
    found.set(name, new ToldModel(document, entry, data.type !== "array"));
  }
  return found;
}

/** The objects that a schema lets stand in its place, or in its list. */
function itemsOf(document: UnknownRecord, given: UnknownRecord): readonly UnknownRecord[] {
  const schema = resolved(document, given);
  const one = schema.type === "array" ? resolved(document, recordAt(schema, "items")) : schema;
  const choices = [one.anyOf, one.oneOf].find(Array.isArray);
  return choices === undefined ? [one] : choices.filter(isRecord).map((each) => resolved(document, each));
}

/** A schema with what it refers to; its own keywords win. */
function resolved(document: UnknownRecord, given: UnknownRecord, depth = 0): UnknownRecord {
  if (depth > DEEPEST) return given;
  const { $ref, allOf, ...own } = given;
  const [, name = ""] = /^#\/components\/schemas\/(.+)$/.exec(String($ref)) ?? [];
  const parts = [
    recordAt(recordAt(recordAt(document, "components"), "schemas"), name),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
  return Object.assign({}, ...parts.filter(isRecord).map((part) => resolved(document, part, depth + 1)), own);
}

/** Types whose names `strapi openapi generate` writes otherwise. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["enum", "enumeration"],
  ["JSON", "json"],
  ["UID", "uid"],
]);

const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ["date-time", "datetime"],
  ["date", "date"],
  ["time", "time"],
  ["timestamp", "timestamp"],
  ["email", "email"],
]);

/** `strapi openapi generate` describes each attribute as `A richtext field`; the plugin tells them by their form. */
function typeOf({ description, type, format, enum: values, pattern, ...rest }: UnknownRecord): string | undefined {
  const [, word] = /^An? (.+) field$/.exec(String(description)) ?? [];
  if (word !== undefined) {
    const name = WORDS.get(word) ?? word;
    return Object.hasOwn(SCALAR_FORMATS, name) ? name : undefined;
  }
  switch (type) {
    case "string":
      if (Array.isArray(values)) return "enumeration";
      return FORMATS.get(format) ?? (pattern === undefined ? "text" : "biginteger");
    case "integer":
    case "boolean":
      return type;
    case "number":
      return "float";
    default:
      return type === undefined && Object.keys(rest).length === 0 ? "json" : undefined;
  }
}
