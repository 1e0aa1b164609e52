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
  inAskedLocale,
  inLocales,
  type LocaleRules,
  localesIn,
  lookedUpLocales,
  writtenLocale,
} from "../../../../contract/locales/locale.ts";
import { HIDING_NOTHING, type Hiding } from "../../schema/exposure.ts";
import { actionOf, demand } from "../permission.ts";
import { type Arguments, listParams, publicationParams, selectsPublished } from "./list-params.ts";

export type QueryByValues = (values: ParameterValues) => Query | null;

/** Checks the queries of fields as REST's are checked. Everything here throws EngineError. */
export class QueryChecks {
  readonly limits: CheckLimits;
  readonly engine: Engine;
  /** Omissions of the schema. */
  readonly hiding: Hiding;
  readonly #locales: LocaleRules;
  readonly #cache = new CheckCache();
  /** Queries for one published entry, as most are: they depend on the caller's rights alone, and need no key. */
  readonly #published = new WeakMap<Access, Map<ContentType, Query>>();

  constructor(engine: Engine, limits: CheckLimits, locales: LocaleRules, hiding: Hiding = HIDING_NOTHING) {
    this.engine = engine;
    this.limits = limits;
    this.#locales = locales;
    this.hiding = hiding;
  }

  /** A list at the root. */
  list(access: Access, type: ContentType, args: Arguments, counted: boolean): Query {
    demand(access, type.uid, "find");
    return this.#inLocales(type, checkQuery(this.#listOptions(access, type, args, counted)), args);
  }

  /**
   * The query of a list by the values of the `parameters` among its conditions and the start of its page; null if they
   * decide about more than that. The function returns null for values that need a check of their own.
   */
  listByValues(
    access: Access,
    type: ContentType,
    args: Arguments,
    { counted, parameters }: { readonly counted: boolean; readonly parameters: number },
  ): QueryByValues | null {
    const { template } = checkTemplate(this.#listOptions(access, type, args, counted), parameters);
    if (template === null) return null;
    return (values) => {
      const query = template.fill(values);
      return query && this.#inLocales(type, query, args);
    };
  }

  #inLocales(type: ContentType, query: Query, { locale }: Arguments): Query {
    return type.locale === null ? query : inLocales(this.#locales, type, query, localesIn(locale));
  }

  /** One entry at the root, or the only one of a single type; absent if no entry can be in its locale. */
  entry(access: Access, type: ContentType, args: Arguments): { readonly query: Query; readonly isAbsent: boolean } {
    demand(access, type.uid, actionOf(type));
    const checked = this.one(access, type, args);
    const query = inAskedLocale(this.#locales, type, checked, localesIn(args.locale));
    return { query: query ?? checked, isAbsent: query === null };
  }

  /** The locale that a mutation writes, as stored. */
  writtenLocale(type: ContentType, { locale }: Arguments): string | null {
    return writtenLocale(this.#locales, type, localesIn(locale));
  }

  /** The locales in which a mutation deletes. */
  lookedUpLocales(type: ContentType, { locale }: Arguments): "all" | readonly (string | null)[] {
    return lookedUpLocales(this.#locales, type, localesIn(locale));
  }

  /** One entry: the same query for every documentId. */
  one(access: Access, type: ContentType, args: Arguments): Query {
    const params = publicationParams(args);
    if (!selectsPublished(params)) return checkQuery(this.#options(access, type, params, "findOne"));
    const known = this.#published.get(access)?.get(type);
    if (known !== undefined) return known;
    const query = checkQuery(this.#options(access, type, params, "findOne"));
    const queries = this.#published.get(access) ?? new Map<ContentType, Query>();
    this.#published.set(access, queries.set(type, query));
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
