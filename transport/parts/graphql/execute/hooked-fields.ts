import { type ContentType, isRecord, type Page, type Query, type UnknownRecord } from "../../../../engine/internal.ts";
import type { KnownCaller } from "../../../access/caller.ts";
import type { DocumentCalls, HookAction, HookParams } from "../../../hooks/hook.ts";
import { type DocumentsOf, type HookOrigin, requestOrigin } from "../../../hooks/hook-origin.ts";
import type { Hooks } from "../../../hooks/hooks.ts";
import { runHooks } from "../../../hooks/run-hooks.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { RootMeaning } from "../schema/meaning.ts";
import { type Arguments, listParams, publicationParams } from "./arguments/list-params.ts";
import { actionOf } from "./permission.ts";
import type { FoundOne, Reader } from "./reader.ts";

/** A list as hooks have made it. */
export interface HookedList {
  readonly entries: unknown;
  /** Null if it is not asked for. */
  readonly total: unknown;
  readonly page: Page;
  /** An entry of it. */
  found(own: UnknownRecord): FoundOne;
}

export interface HookedFieldsOptions {
  readonly hooks: Hooks;
  readonly documents: DocumentsOf;
  readonly caller: KnownCaller;
  readonly request: HttpRequest;
  readonly reader: Reader;
  /** Which total callers get of a list that hooks have narrowed. */
  readonly total: "narrowed" | "asked";
}

/** Whether hooks run around a root field that reads. */
export function isReadWithHooks(hooks: Hooks, { kind, type }: RootMeaning): boolean {
  if (hooks.isEmpty) return false;
  return callsOf(kind).some((action) => hooks.of(type.uid, action).length > 0);
}

/** The calls of the Document Service that Strapi's resolvers make. */
function callsOf(kind: RootMeaning["kind"]): readonly HookAction[] {
  if (kind === "find one") return ["findOne"];
  if (kind === "find single") return ["findFirst"];
  if (kind === "find many") return ["findMany"];
  return kind === "find page" ? ["findMany", "count"] : [];
}

/**
 * Root fields as calls of the Document Service with hooks around them. An entry shows the values that hooks have given
 * it; entries behind its relations and components are read without hooks, as in Strapi. Rejects with EngineError.
 */
export class HookedFields {
  readonly #options: HookedFieldsOptions;
  #made: HookOrigin | null = null;

  constructor(options: HookedFieldsOptions) {
    this.#options = options;
  }

  /** A list at the root: Strapi's resolvers find a page, and count with the same parameters. */
  async many(type: ContentType, args: Arguments, counted: boolean): Promise<HookedList> {
    const { reader, hooks, total } = this.#options;
    const query = reader.checks.list(reader.access, type, args, counted);
    reader.reading("find", query);
    const { start, limit } = query.page;
    const { filters, sort } = listParams(reader.schema, type, args);
    const params = given({ ...publicationParams(args), filters, sort, locale: args.locale, start, limit });
    const isCountedApart = hooks.of(type.uid, "count").length > 0 || total === "asked";
    const documents = this.documents(type);
    let read = params;
    const entries = await this.around(type, "findMany", params, (made) => {
      read = made;
      return documents.findMany(made);
    });
    const asked = isCountedApart ? params : { ...params, filters: read.filters };
    const counting = () => this.around(type, "count", asked, (made) => documents.count(made));
    return { entries, total: counted ? await counting() : null, page: query.page, found: this.#found(type, query) };
  }

  /** One entry at the root; the only one of a single type. */
  async one(type: ContentType, asked: Arguments): Promise<FoundOne | null> {
    const { reader } = this.#options;
    const args = reader.named(type, asked);
    const { query, isAbsent } = reader.checks.entry(reader.access, type, args);
    reader.reading(actionOf(type), query);
    const action = type.kind === "single" ? "findFirst" : "findOne";
    const documentId = type.kind === "single" ? undefined : String(args.documentId);
    const params = given({ ...publicationParams(args), locale: args.locale, documentId });
    const documents = this.documents(type);
    const entry = await this.around(type, action, params, async (made) => (isAbsent ? null : documents[action](made)));
    return isRecord(entry) ? this.#found(type, query)(entry) : null;
  }

  /** Entries as hooks have made them; each names its version, unless a hook has left that out. */
  #found(type: ContentType, { statuses: [status = "published"] }: Query): (own: UnknownRecord) => FoundOne {
    return this.#options.reader.ownEntries(type, status);
  }

  /** Runs the hooks around a call, and the call within them. */
  around(
    type: ContentType,
    action: HookAction,
    params: HookParams,
    core: (params: HookParams) => Promise<unknown>,
  ): Promise<unknown> {
    const { hooks } = this.#options;
    const chain = hooks.of(type.uid, action);
    if (chain.length === 0) return core(params);
    const call = { chain, type, action, params: () => ({ ...params }), origin: this.#origin() };
    return runHooks(hooks.limits, call, (seen) => core(seen ?? params));
  }

  /** Within the budgets of the operation, and with private attributes, as hooks see them. */
  documents(type: ContentType): DocumentCalls {
    const { documents, reader } = this.#options;
    return documents(type, (query) => reader.readingForHooks(query), this.#origin());
  }

  /** One for all fields of the request. */
  #origin(): HookOrigin {
    const { caller, request } = this.#options;
    this.#made ??= requestOrigin(caller, "graphql", request);
    return this.#made;
  }
}

/** Without the parameters that are not sent; a sort has no items by default. */
function given(params: UnknownRecord): HookParams {
  const isSent = (value: unknown) =>
    value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(params).filter(([, value]) => isSent(value)));
}
