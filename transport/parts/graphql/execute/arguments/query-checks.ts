import {
  type Access,
  type AnyModel,
  CheckCache,
  type CheckLimits,
  type CheckOptions,
  type ContentType,
  checkList,
  checkQuery,
  checkTemplate,
  type Engine,
  type ParameterValues,
  type Query,
} from "../../../../../engine/internal.ts";
import {
  deletedLocales,
  inAskedLocale,
  inLocales,
  type LocaleRules,
  localesIn,
  writtenLocale,
} from "../../../../contract/locales/locale.ts";
import { QueryTemplateCache } from "../../../../contract/query-template-cache.ts";
import { actionOf, demand } from "../permission.ts";
import { templateKey, withParameters } from "./args-template-key.ts";
import { type Arguments, listParams, publicationParams, selectsPublished } from "./list-params.ts";

export type QueryByValues = (values: ParameterValues) => Query | null;

/** The query of one entry. */
interface EntryQuery {
  readonly query: Query;
  readonly documentId: string | null;
}

/**
 * Checks the queries of fields as those of REST are checked. Of a list that differs from an earlier one only in operands
 * and the start of its page, only these are checked. Everything here throws EngineError.
 */
export class QueryChecks {
  readonly limits: CheckLimits;
  readonly engine: Engine;
  readonly #locales: LocaleRules;
  readonly #cache = new CheckCache();
  readonly #templates = new QueryTemplateCache();
  /** Queries for one published entry, as most are: they depend on the caller's rights alone, and need no key. */
  readonly #published = new WeakMap<Access, Map<ContentType, Query>>();

  constructor(engine: Engine, limits: CheckLimits, locales: LocaleRules) {
    this.engine = engine;
    this.limits = limits;
    this.#locales = locales;
  }

  /** A list at the root. */
  list(access: Access, type: ContentType, args: Arguments, counted: boolean): Query {
    demand(access, type.uid, "find");
    return this.#inLocales(type, this.#list(access, type, args, counted), args);
  }

  /**
   * The query of a list by the values of the `parameters` among its conditions and the start of its page; null if they
   * decide about more than that. The function returns null for values that need a check of their own.
   */
  listByValues(access: Access, type: ContentType, args: Arguments, parameters: number): QueryByValues | null {
    const { template } = checkTemplate(this.#listOptions(access, type, args, false), parameters);
    if (template === null) return null;
    return (values) => {
      const query = template.fill(values);
      return query && this.#inLocales(type, query, args);
    };
  }

  #inLocales(type: ContentType, query: Query, { locale }: Arguments): Query {
    return type.locale === null ? query : inLocales(this.#locales, type, query, localesIn(locale));
  }

  /** One entry at the root, or the only one of a single type, and its documentId; null if there can be none. */
  entry(access: Access, type: ContentType, args: Arguments): EntryQuery {
    demand(access, type.uid, actionOf(type));
    const checked = this.one(access, type, args);
    const query = inAskedLocale(this.#locales, type, checked, localesIn(args.locale));
    if (query === null) return { query: checked, documentId: null };
    return { query, documentId: type.kind === "single" ? this.#singleDocument(type) : String(args.documentId) };
  }

  #singleDocument(type: ContentType): string | null {
    for (const documentId of this.engine.state.collection(type.uid).documentIds()) return documentId;
    return null;
  }

  /** The locale that a mutation writes, as stored. */
  writtenLocale(type: ContentType, { locale }: Arguments): string | null {
    return writtenLocale(this.#locales, type, localesIn(locale));
  }

  /** The locales in which a mutation deletes. */
  deletedLocales(type: ContentType, { locale }: Arguments): "all" | readonly (string | null)[] {
    return deletedLocales(this.#locales, type, localesIn(locale));
  }

  #list(access: Access, type: ContentType, args: Arguments, counted: boolean): Query {
    const asked = templateKey(args);
    if (asked === null) return checkQuery(this.#listOptions(access, type, args, counted));
    const key = `${type.uid} ${counted} ${asked.key}`;
    const known = this.#templates.fill(access, key, asked.values);
    if (known !== null) return known;
    const query = checkQuery(this.#listOptions(access, type, args, counted));
    const { template } = checkTemplate(
      this.#listOptions(access, type, withParameters(args), counted),
      asked.values.length,
    );
    if (template !== null) this.#templates.put(access, key, template);
    return query;
  }

  /** One entry: the same query for every documentId. */
  one(access: Access, type: ContentType, args: Arguments): Query {
    const params = publicationParams(args);
    if (!selectsPublished(params)) return this.#one(access, type, params);
    const known = this.#published.get(access)?.get(type);
    if (known !== undefined) return known;
    const query = this.#one(access, type, params);
    const queries = this.#published.get(access) ?? new Map<ContentType, Query>();
    this.#published.set(access, queries.set(type, query));
    return query;
  }

  #one(access: Access, type: ContentType, params: Arguments): Query {
    const asked = templateKey(params);
    const key = asked && `${type.uid} one ${asked.key}`;
    const known = key && this.#templates.fill(access, key, []);
    if (known) return known;
    const { query, template } = checkTemplate(this.#options(access, type, params, "findOne"), 0);
    if (key !== null && template !== null) this.#templates.put(access, key, template);
    return query;
  }

  /** The entries behind an attribute. */
  linked(access: Access, model: AnyModel, args: Arguments) {
    const { schema, rules } = this.engine;
    return checkList({ schema, model, params: listParams(schema, model, args), access, rules, limits: this.limits });
  }

  #listOptions(access: Access, type: ContentType, args: Arguments, counted: boolean): CheckOptions {
    const params = { ...listParams(this.engine.schema, type, args, counted), ...publicationParams(args) };
    return this.#options(access, type, params, "find");
  }

  #options(
    access: Access,
    type: ContentType,
    params: CheckOptions["params"],
    shape: CheckOptions["shape"],
  ): CheckOptions {
    const { schema, rules } = this.engine;
    return { schema, type, params, access, rules, limits: this.limits, cache: this.#cache, shape };
  }
}
