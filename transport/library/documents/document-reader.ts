import {
  type ContentType,
  type Engine,
  EngineError,
  type Entry,
  findOne,
  OBJECTS,
  type Query,
  type ReadContext,
  type Status,
  type WriteResult,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import {
  inAskedLocale,
  inLocales,
  inStoredLocale,
  type LocaleRules,
  localesIn,
} from "../../contract/locales/locale.ts";
import { serviceQuery, serviceReading } from "../../contract/service-read.ts";
import type { DocumentParams } from "./document-params.ts";

/** Reads one content type without permissions and limits, private attributes included. */
export class DocumentReader {
  readonly #store: Pick<Store, "engine">;
  readonly #type: ContentType;

  constructor(store: Pick<Store, "engine">, type: ContentType) {
    this.#store = store;
    this.#type = type;
  }

  /** @throws EngineError with every fault of the parameters. */
  query(params: DocumentParams, shape: "find" | "findOne"): Query {
    // A documentId alone, as Strapi 4 accepted it, or nothing at all.
    if (typeof params !== "object" || params === null) {
      throw new EngineError("validation", "The parameters must be an object, as in { documentId }");
    }
    if (shape === "findOne" && isPlain(params)) return this.#plain(statusIn(params));
    const { data: _data, documentId: _documentId, status: _status, start, limit, locale: _locale, ...rest } = params;
    const window = start === undefined && limit === undefined ? {} : { pagination: { start, limit } };
    const asked = { ...window, ...rest, status: statusIn(params) };
    const type = this.#type;
    const query = serviceQuery(this.#store, type, asked, shape);
    return shape === "find" ? inLocales(this.locales, type, query, localesIn(params.locale)) : query;
  }

  #plain(status: Status): Query {
    const { engine } = this.#store;
    const known = plainQueries.get(engine) ?? new Map<string, Query>();
    plainQueries.set(engine, known);
    const key = `${status} ${this.#type.uid}`;
    const query = known.get(key) ?? serviceQuery(this.#store, this.#type, { status }, "findOne");
    known.set(key, query);
    return query;
  }

  /** The query in the requested locale; null if no entry can be in it. */
  inLocale(query: Query, { locale }: DocumentParams): Query | null {
    return inAskedLocale(this.locales, this.#type, query, localesIn(locale));
  }

  get locales(): LocaleRules {
    const { schema, rules } = this.#store.engine;
    return { locales: schema.locales, unknownLocales: rules.unknownNames === "refused" ? "refuse" : "nothing" };
  }

  /** `maySuspend`: whether a Suspension may end the read where it would take long. */
  reading(query: Query, maySuspend = false): ReadContext {
    return serviceReading(this.#store, query, maySuspend);
  }

  entry(query: Query, documentId: string): Entry | null {
    return findOne(this.reading(query), OBJECTS, query, documentId) as Entry | null;
  }

  /** One version, whatever the query's filters. */
  version(query: Query, documentId: string, status: Status, locale: string | null = null): Entry | null {
    const localized = inStoredLocale(query, locale);
    return this.entry({ ...localized, statuses: [status], filter: null, search: null }, documentId);
  }

  /**
   * A version that a write has just created.
   *
   * @throws EngineError `not-found` if another write has deleted it since.
   */
  written(query: Query, { documentId, status, locale }: WriteResult): Entry {
    const entry = this.version(query, documentId, status, locale);
    if (entry === null) throw new EngineError("not-found", "Not Found");
    return entry;
  }
}

/** By status and content type: most calls for one document have nothing else to check. */
const plainQueries = new WeakMap<Engine, Map<string, Query>>();

const NOT_OF_QUERY: ReadonlySet<string> = new Set(["data", "documentId", "locale", "status"]);

function isPlain(params: DocumentParams): boolean {
  for (const name in params) if (!NOT_OF_QUERY.has(name)) return false;
  return true;
}

/** Programs read drafts unless they ask for what is published. */
function statusIn({ status }: DocumentParams): Status {
  return status === "published" ? status : "draft";
}
