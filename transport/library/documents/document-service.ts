import {
  type ContentType,
  checkNames,
  cloneDocument,
  count,
  createDocument,
  deleteDocument,
  discardDraft,
  EngineError,
  type Entry,
  FULL_ACCESS,
  findFirst,
  findMany,
  findOne,
  type Issue,
  isRecord,
  localesOfDocument,
  OBJECTS,
  type Payload,
  publishData,
  publishDocument,
  type Query,
  type ReadContext,
  type Status,
  saveSingle,
  stampDocument,
  type Transaction,
  type UnknownRecord,
  unpublishDocument,
  updateDocument,
  updatePublished,
  validationError,
  type WriteResult,
  withFaultsInMessage,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { noteAuthor } from "../../access/note-author.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { localesIn, lookedUpLocales, writtenLocale } from "../../contract/locales/locale.ts";
import { hashPasswords } from "../../contract/passwords.ts";
import { unsuspended } from "../../contract/service-read.ts";
import type { HookAction } from "../../hooks/hook.ts";
import { type HookOrigin, PROCESS } from "../../hooks/hook-origin.ts";
import { currentOrigin } from "../../hooks/hook-scope.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { runHooks } from "../../hooks/run-hooks.ts";
import { nullIfMissing } from "../../http/null-if-missing.ts";
import type { RunLater } from "../../http/service.ts";
import { after, type MaybeLater, promised } from "../../runtime/maybe-later.ts";
import { entryStamp } from "../seed/entry-stamp.ts";
import { replaceReferences } from "../seed/references.ts";
import type { AffectedEntries, CloneResult, DocumentParams, OfDocument } from "./document-params.ts";
import { DocumentReader } from "./document-reader.ts";
import { asNewUser } from "./new-user.ts";

export interface DocumentContext {
  readonly runLater?: RunLater | null;
  /** How reads are made for an outside caller, who also has errors as callers see them; by default with full access. */
  readonly reading?: (query: Query) => ReadContext;
  readonly roleNames?: readonly string[];
  /** Who calls; by default the program itself. */
  readonly origin?: HookOrigin;
  /** Run around each call; by default none. */
  readonly hooks?: Hooks;
}

/** One of several calls that are written together. */
export interface DocumentCall {
  readonly action: "create" | "update" | "delete" | "unpublish" | "publishData" | "updatePublished";
  readonly params: OfDocument;
}

/** A write that has not begun: its work in a transaction, and the answer once it is done. */
interface Write<T, R> {
  work(tx: Transaction): T;
  answer(done: T): R;
}

/**
 * One content type with the interface of Strapi's Document Service (writes, §16): no permissions, private attributes
 * readable, drafts by default. Unknown names are refused, or ignored as in Strapi, depending on the rules. Calls reject
 * with EngineError, whose message has every fault with its path.
 */
export class DocumentService {
  readonly #store: Store;
  readonly #type: ContentType;
  readonly #reader: DocumentReader;
  readonly #runLater: RunLater | null;
  readonly #roleNames: readonly string[];
  readonly #isForCaller: boolean;
  readonly #reading: (query: Query) => ReadContext;
  readonly #origin: HookOrigin;
  readonly #hooks: Hooks | undefined;

  constructor(store: Store, type: ContentType);
  /**
   * @internal `runLater` runs reads again that are suspended; without it none is. `roleNames`: the roles of the
   * configuration.
   */
  constructor(store: Store, type: ContentType, context: DocumentContext);
  constructor(
    store: Store,
    type: ContentType,
    { runLater = null, roleNames = [], reading, origin = PROCESS, hooks }: DocumentContext = {},
  ) {
    this.#store = store;
    this.#type = type;
    this.#reader = new DocumentReader(store, type);
    this.#runLater = runLater;
    this.#roleNames = roleNames;
    this.#isForCaller = reading !== undefined;
    this.#origin = origin;
    this.#hooks = hooks;
    this.#reading = reading ?? ((query) => this.#reader.reading(query, runLater !== null));
  }

  findOne(given: OfDocument): Promise<Entry | null> {
    return this.#around("findOne", given, (params) =>
      promised(() => {
        const query = this.#reader.inLocale(this.#reader.query(params, "findOne"), params);
        if (query === null) return null;
        return this.#read(query, (reading) => findOne(reading, OBJECTS, query, params.documentId) as Entry | null);
      }),
    );
  }

  findFirst(given: DocumentParams = {}): Promise<Entry | null> {
    return this.#around("findFirst", given, (params) =>
      this.read(params, (query, reading) => findFirst(reading, OBJECTS, query) as Entry | null),
    );
  }

  findMany(given: DocumentParams = {}): Promise<readonly Entry[]> {
    return this.#around("findMany", given, (params) =>
      this.read(params, (query, reading) => findMany(reading, OBJECTS, query).entries as readonly Entry[]),
    );
  }

  count(given: DocumentParams = {}): Promise<number> {
    return this.#around("count", given, (params) => this.read(params, (query, reading) => count(reading, query)));
  }

  /** @internal Reads a list in a form of its own. */
  read<T>(params: DocumentParams, read: (query: Query, reading: ReadContext) => T): Promise<T> {
    return promised(() => {
      const query = this.#reader.query(params, "find");
      return this.#read(query, (reading) => read(query, reading));
    });
  }

  #read<T>(query: Query, read: (reading: ReadContext) => T): MaybeLater<T> {
    return unsuspended(this.#runLater, () => read(this.#reading(query)));
  }

  /**
   * Creates a document, with the documentId in `data` if given; publishes it if `status` says so. A user can sign in with
   * the password at once.
   */
  create(given: DocumentParams): Promise<Entry> {
    return this.#around("create", given, (params) =>
      promised(() => after(this.#creating(params), (write) => this.#run(write))),
    );
  }

  /** @internal Several calls as one write: all or none. Resolves with their results. */
  async together(calls: readonly DocumentCall[]): Promise<readonly unknown[]> {
    const writes: Write<unknown, unknown>[] = [];
    for (const { action, params } of calls)
      writes.push((await this.#writing(action, params)) as Write<unknown, unknown>);
    return this.#write(
      (tx) => writes.map(({ work }) => work(tx)),
      (done) => writes.map(({ answer }, at) => answer(done[at])),
    );
  }

  #writing(action: DocumentCall["action"], params: OfDocument) {
    if (action === "create") return this.#creating(params);
    if (action === "update") return this.#updating(params);
    if (action === "publishData") return this.#updating(params, publishData);
    if (action === "updatePublished") return this.#updating(params, updatePublished);
    return action === "delete" ? this.#deleting(params) : this.#unpublishing(params);
  }

  #creating(params: DocumentParams): MaybeLater<Write<WriteResult, Entry>> {
    const query = this.#reader.query(params, "findOne");
    const { documentId } = params.data ?? {};
    const payload = this.#payload({ ...params, data: this.#fromAnswer(params.data ?? {}) });
    const issues: Issue[] = [];
    const { stamp } = entryStamp(this.#type, params.data ?? {}, [], issues);
    if (issues.length > 0) throw withFaultsInMessage(validationError(issues));
    return after(payload, (payload) => ({
      work: (tx) => {
        const id = typeof documentId === "string" ? documentId : undefined;
        const written = this.#createIn(tx, this.#completed(tx, payload), isPublished(params), id);
        if (stamp !== null) stampDocument(tx, { type: this.#type, locale: written.locale }, written.documentId, stamp);
        return written;
      },
      answer: (written) => this.#reader.written(query, written),
    }));
  }

  /** Callers have one document of a single type, however many of them create it at once. */
  #createIn(tx: Transaction, payload: Payload, publish: boolean, documentId: string | undefined): WriteResult {
    const isOnly = this.#isForCaller && this.#type.kind === "single";
    return isOnly ? saveSingle(tx, payload, publish) : createDocument(tx, payload, publish, documentId);
  }

  /** Updates a document, and publishes it if `status` says so. Null if it does not exist. */
  update(given: OfDocument): Promise<Entry | null> {
    return this.#around("update", given, (params) =>
      promised(() => after(this.#updating(params), (write) => this.#run(write))),
    );
  }

  #updating(
    params: OfDocument,
    update: typeof updatePublished = (tx, payload, documentId) =>
      updateDocument(tx, payload, documentId, isPublished(params)),
  ): MaybeLater<Write<WriteResult | null, Entry | null>> {
    const query = this.#reader.query(params, "findOne");
    return after(this.#payload(params), (payload) => ({
      work: (tx) => nullIfMissing(() => update(tx, payload, params.documentId)),
      answer: (written) => (written === null ? null : this.#reader.written(query, written)),
    }));
  }

  /** Creates a copy of another document's drafts, or of its only versions, with `data` merged over each. */
  clone(given: OfDocument): Promise<CloneResult> {
    return this.#around("clone", given, (params) => this.#clone(params));
  }

  async #clone(params: OfDocument): Promise<CloneResult> {
    const query = this.#reader.query(params, "findOne");
    const asked = this.#lookedUp(params);
    const payload = await this.#payload(params, null);
    return this.#write(
      (tx) => {
        const copies: WriteResult[] = [];
        for (const locale of this.#localesOf(tx, params, asked)) {
          const copy = cloneDocument(tx, { ...payload, locale }, params.documentId, copies[0]?.documentId);
          if (copy !== null) copies.push(copy);
        }
        return copies;
      },
      (copies) => ({
        documentId: copies[0]?.documentId,
        entries: copies.map((copy) => this.#reader.written(query, copy)),
      }),
    );
  }

  /** Publishes the stored drafts. */
  publish(given: OfDocument): Promise<AffectedEntries> {
    return this.#around("publish", given, (params) => this.#touch(params, publishDocument));
  }

  /** Resets drafts to their published versions; a document that was never published stays as it is. */
  discardDraft(given: OfDocument): Promise<AffectedEntries> {
    return this.#around("discardDraft", given, (params) => this.#touch(params, discardDraft));
  }

  /** Deletes published versions; returns them as they were. */
  unpublish(given: OfDocument): Promise<AffectedEntries> {
    return this.#around("unpublish", given, async (params) => this.#run(this.#unpublishing(params)));
  }

  #unpublishing(params: OfDocument): Write<readonly Entry[], AffectedEntries> {
    const query = this.#reader.query(params, "findOne");
    const { documentId } = params;
    const asked = this.#lookedUp(params);
    return {
      work: (tx) =>
        this.#localesOf(tx, params, asked).flatMap((locale) => {
          const entry = this.#reader.version(query, documentId, "published", locale);
          const draft = unpublishDocument(tx, this.#type, documentId, locale);
          return entry === null || draft === null ? [] : [entry];
        }),
      answer: (entries) => ({ documentId, entries }),
    };
  }

  /** Deletes a document; returns its versions as they were. */
  delete(given: OfDocument): Promise<AffectedEntries> {
    return this.#around("delete", given, async (params) => this.#run(this.#deleting(params)));
  }

  #deleting(params: OfDocument): Write<readonly Entry[], AffectedEntries> {
    const query = this.#reader.query(params, "findOne");
    const { documentId } = params;
    const asked = this.#lookedUp(params);
    return {
      work: (tx) => {
        const statuses: readonly Status[] = this.#type.draftAndPublish ? ["draft", "published"] : ["published"];
        return this.#localesOf(tx, params, asked).flatMap((locale) => {
          const versions = statuses.map((status) => this.#reader.version(query, documentId, status, locale));
          const entries = versions.filter((version) => version !== null);
          const gone = nullIfMissing(() => {
            deleteDocument(tx, this.#type, documentId, locale);
            return entries;
          });
          return gone ?? [];
        });
      },
      answer: (entries) => ({ documentId, entries }),
    };
  }

  /** Runs the hooks around a call. A hook's result takes the place of the call's, whatever it is. */
  #around<P extends DocumentParams, R>(action: HookAction, params: P, core: (params: P) => Promise<R>): Promise<R> {
    const hooks = this.#hooks;
    if (hooks === undefined) return core(params);
    const chain = hooks.of(this.#type.uid, action);
    if (chain.length === 0) return core(params);
    const call = { chain, type: this.#type, action, params: () => ({ ...params }), origin: this.#origin };
    return runHooks(hooks.limits, call, (given) => core((given ?? params) as P)) as Promise<R>;
  }

  async #touch(
    params: OfDocument,
    work: (tx: Transaction, type: ContentType, documentId: string, locale: string | null) => WriteResult | null,
  ): Promise<AffectedEntries> {
    const query = this.#reader.query(params, "findOne");
    const { documentId } = params;
    const asked = this.#lookedUp(params);
    return this.#write(
      (tx) => this.#localesOf(tx, params, asked).map((locale) => work(tx, this.#type, documentId, locale)),
      (written) => ({
        documentId,
        entries: written.flatMap((each) => (each === null ? [] : [this.#reader.written(query, each)])),
      }),
    );
  }

  /** The locales whose versions a write looks up: one, several, or all of the document. */
  #lookedUp({ locale }: DocumentParams) {
    return lookedUpLocales(this.#reader.locales, this.#type, localesIn(locale));
  }

  #localesOf(tx: Transaction, { documentId }: OfDocument, asked: "all" | readonly (string | null)[]) {
    return asked === "all" ? localesOfDocument(tx, this.#type, documentId) : asked;
  }

  /** The locale that a write addresses, as stored. */
  #written({ locale }: DocumentParams): string | null {
    return writtenLocale(this.#reader.locales, this.#type, localesIn(locale));
  }

  #run<T, R>({ work, answer }: Write<T, R>): Promise<R> {
    return this.#write(work, answer);
  }

  async #write<T, R>(work: (tx: Transaction) => T, answer: (done: T) => R): Promise<R> {
    const { caller, request, wait } = { ...currentOrigin(), ...this.#origin };
    const noted = (tx: Transaction) => {
      noteAuthor(tx, caller, request);
      return work(tx);
    };
    try {
      return await this.#store.write(noted, answer, wait?.begin());
    } catch (error) {
      throw error instanceof EngineError && !this.#isForCaller ? withFaultsInMessage(error) : error;
    } finally {
      wait?.end();
    }
  }

  /** The data with populated entries as references, and components without the ids of their rows. */
  #fromAnswer(data: UnknownRecord): UnknownRecord {
    const { schema } = this.#store.engine;
    return replaceReferences(schema, this.#type, data, ({ entry, name }) => (entry === null ? { $ref: name } : name));
  }

  #completed(tx: Transaction, payload: Payload): Payload {
    if (this.#type.uid !== USER_TYPE || !isRecord(payload.data)) return payload;
    return { ...payload, data: asNewUser(tx, payload.data, this.#roleNames) };
  }

  #payload(params: DocumentParams, locale = this.#written(params)): MaybeLater<Payload> {
    const { schema, rules } = this.#store.engine;
    if (rules.unknownNames === "refused") checkNames(schema, this.#type, params.data ?? {});
    return after(hashPasswords(schema, this.#type, params.data ?? {}, "unbounded"), (data) => ({
      type: this.#type,
      data,
      access: FULL_ACCESS,
      unknownKeys: "drop",
      locale,
    }));
  }
}

function isPublished(params: DocumentParams): boolean {
  return params.status === "published";
}
