import {
  type Access,
  AnswerBudget,
  CHECK_LIMITS,
  type CheckLimits,
  checkQuery,
  count,
  EngineError,
  type EntryText,
  FULL_ACCESS,
  findFirst,
  findMany,
  findOne,
  paginationText,
  type Query,
  type QueryShape,
  type RawParams,
  type ReadContext,
  type Rules,
  readContextOf,
  TEXT,
} from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";
import { withinBytes } from "../http/answer-size.ts";
import { byKey } from "./by-id.ts";

export interface PlainEntriesOptions {
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
  /** Converts an entry's text for the answer; by default unchanged. */
  readonly shown?: (entry: string) => string;
  /** Whether a Suspension may end `list`, `page` and `count`: whoever calls them can do so again. Default: no. */
  readonly maySuspend?: boolean;
}

const UNLIMITED: CheckLimits = { ...CHECK_LIMITS, defaultLimit: null, maxLimit: null, withCount: false };

/**
 * Entries of a type without drafts as JSON text without an envelope, as callers see them: the answers of Strapi's own
 * plugins, which identify entries by numeric id.
 */
export class PlainEntries {
  readonly #store: Store;
  readonly #type: string;
  readonly #rules: Rules;
  readonly #answerBytes: number;
  readonly #shown: (entry: string) => string;
  readonly #maySuspend: boolean;

  constructor(
    store: Store,
    type: string,
    { answerBytes, shown = (entry) => entry, maySuspend = false }: PlainEntriesOptions,
  ) {
    this.#store = store;
    this.#type = type;
    this.#rules = withWildcards(store.engine.rules);
    this.#answerBytes = answerBytes;
    this.#shown = shown;
    this.#maySuspend = maySuspend;
  }

  /** All matching entries, from `start` on and up to `limit` if given: 0 and -1 mean absent. */
  list(params: RawParams, access: Access): string {
    const query = this.#check(params, access, "findRange");
    const { entries } = findMany(this.#reading(query, access, this.#maySuspend), TEXT, query);
    return withinBytes(`[${this.#joined(entries)}]`, this.#answerBytes);
  }

  /** A page of them, in an envelope. */
  page(params: RawParams, access: Access, limits: CheckLimits): string {
    const query = this.#check(params, access, "find", limits);
    const { entries, total } = findMany(this.#reading(query, access, this.#maySuspend), TEXT, query);
    const pagination = paginationText(query.page, total);
    const data = this.#joined(entries);
    return withinBytes(`{"data":[${data}],"meta":{"pagination":${pagination}}}`, this.#answerBytes);
  }

  count(params: RawParams, access: Access): number {
    const query = this.#check(params, access, "findRange");
    return count(this.#reading(query, access, this.#maySuspend), query);
  }

  /**
   * Checks parameters that have no effect, all but pages.
   *
   * @throws EngineError `validation`
   */
  check({ page: _page, pageSize: _size, start: _start, limit: _limit, ...params }: RawParams, access: Access): void {
    this.#check(params, access, "findOne");
  }

  /** Null if no entry has the numeric id or documentId `key` and matches the parameters. */
  one(key: string, params: RawParams, access: Access): string | null {
    const query = byKey(this.#type, key, this.#check(params, access, "findOne"));
    const entry = findFirst(this.#reading(query, access), TEXT, query);
    return entry === null ? null : this.#shown(entry.text);
  }

  /** An entry that was just written: the write is durable, so the answer may have any size. */
  written(documentId: string, params: RawParams = {}, access: Access = FULL_ACCESS): string {
    const query = this.#check(params, access, "findOne");
    const entry = findOne(this.#reading(query, access, false, AnswerBudget.unlimited()), TEXT, query, documentId);
    if (entry === null) throw new EngineError("not-found", "Entity not found");
    return this.#shown(entry.text);
  }

  #joined(entries: readonly EntryText[]): string {
    return entries.map(({ text }) => this.#shown(text)).join(",");
  }

  #check(params: RawParams, access: Access, shape: QueryShape, limits = UNLIMITED): Query {
    const { schema } = this.#store.engine;
    return checkQuery({
      schema,
      type: schema.type(this.#type),
      params,
      access,
      rules: this.#rules,
      limits,
      shape,
    });
  }

  #reading(
    query: Query,
    access: Access,
    maySuspend = false,
    answer = new AnswerBudget(this.#answerBytes),
  ): ReadContext {
    const { state, rules } = this.#store.engine;
    return readContextOf(state, rules, query, access, "caller", { answer, maySuspend });
  }
}

/** Strapi's plugins refuse no `*` of `populate` where its content API does. */
function withWildcards(rules: Rules): Rules {
  return rules.wildcards === "refused" ? { ...rules, wildcards: "plain" } : rules;
}
