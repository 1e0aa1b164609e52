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
  publishDocument,
  type Query,
  type ReadContext,
  type Status,
  Suspension,
  saveSingle,
  stampDocument,
  type Transaction,
  type UnknownRecord,
  unpublishDocument,
  updateDocument,
  validationError,
  type WriteResult,
  withFaultsInMessage,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { noteAuthor } from "../../access/note-author.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { deletedLocales, localesIn, writtenLocale } from "../../contract/locales/locale.ts";
import { hashPasswords } from "../../contract/passwords.ts";
import { type HookOrigin, PROCESS } from "../../hooks/hook-origin.ts";
import { currentOrigin } from "../../hooks/hook-scope.ts";
import { nullIfMissing } from "../../http/null-if-missing.ts";
import type { RunLater } from "../../http/service.ts";
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
}

/** One of several calls that are written together. */
export interface DocumentCall {
  readonly action: "create" | "update" | "delete" | "unpublish";
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

  constructor(store: Store, type: ContentType);
  /**
   * @internal `runLater` runs reads again that are suspended; without it none is. `roleNames`: the roles of the
   * configuration.
   */
  constructor(store: Store, type: ContentType, context: DocumentContext);
  constructor(
    store: Store,
    type: ContentType,
    { runLater = null, roleNames = [], reading, origin = PROCESS }: DocumentContext = {},
  ) {
    this.#store = store;
    this.#type = type;
    this.#reader = new DocumentReader(store, type);
    this.#runLater = runLater;
    this.#roleNames = roleNames;
    this.#isForCaller = reading !== undefined;
    this.#origin = origin;
    this.#reading = reading ?? ((query) => this.#reader.reading(query, runLater !== null));
  }

  async findOne(params: OfDocument): Promise<Entry | null> {
    const query = this.#reader.inLocale(this.#reader.query(params, "findOne"), params);
    if (query === null) return null;
    return this.#read(query, (reading) => findOne(reading, OBJECTS, query, params.documentId) as Entry | null);
  }

  async findFirst(params: DocumentParams = {}): Promise<Entry | null> {
    const query = this.#reader.query(params, "find");
    return this.#read(query, (reading) => findFirst(reading, OBJECTS, query) as Entry | null);
  }

  async findMany(params: DocumentParams = {}): Promise<readonly Entry[]> {
    const query = this.#reader.query(params, "find");
    return this.#read(query, (reading) => findMany(reading, OBJECTS, query).entries as readonly Entry[]);
  }

  async count(params: DocumentParams = {}): Promise<number> {
    const query = this.#reader.query(params, "find");
    return this.#read(query, (reading) => count(reading, query));
  }

  async #read<T>(query: Query, read: (reading: ReadContext) => T): Promise<T> {
    const runLater = this.#runLater;
    const run = () => read(this.#reading(query));
    try {
      return run();
    } catch (error) {
      if (runLater === null || !(error instanceof Suspension)) throw error;
      return runLater(error, run);
    }
  }

  /**
   * Creates a document, with the documentId in `data` if given; publishes it if `status` says so. A user can sign in with
   * the password at once.
   */
  async create(params: DocumentParams): Promise<Entry> {
    return this.#run(await this.#creating(params));
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
    return action === "delete" ? this.#deleting(params) : this.#unpublishing(params);
  }

  async #creating(params: DocumentParams): Promise<Write<WriteResult, Entry>> {
    const query = this.#reader.query(params, "findOne");
    const { documentId } = params.data ?? {};
    const payload = await this.#payload({ ...params, data: this.#fromAnswer(params.data ?? {}) });
    const issues: Issue[] = [];
    const { stamp } = entryStamp(this.#type, params.data ?? {}, [], issues);
    if (issues.length > 0) throw withFaultsInMessage(validationError(issues));
    return {
      work: (tx) => {
        const id = typeof documentId === "string" ? documentId : undefined;
        const written = this.#createIn(tx, this.#completed(tx, payload), isPublished(params), id);
        if (stamp !== null) stampDocument(tx, { type: this.#type, locale: written.locale }, written.documentId, stamp);
        return written;
      },
      answer: (written) => this.#reader.written(query, written),
    };
  }

  /** Callers have one document of a single type, however many of them create it at once. */
  #createIn(tx: Transaction, payload: Payload, publish: boolean, documentId: string | undefined): WriteResult {
    const isOnly = this.#isForCaller && this.#type.kind === "single";
    return isOnly ? saveSingle(tx, payload, publish) : createDocument(tx, payload, publish, documentId);
  }

  /** Updates a document, and publishes it if `status` says so. Null if it does not exist. */
  async update(params: OfDocument): Promise<Entry | null> {
    return this.#run(await this.#updating(params));
  }

  async #updating(params: OfDocument): Promise<Write<WriteResult | null, Entry | null>> {
    const query = this.#reader.query(params, "findOne");
    const payload = await this.#payload(params);
    return {
      work: (tx) => nullIfMissing(() => updateDocument(tx, payload, params.documentId, isPublished(params))),
      answer: (written) => (written === null ? null : this.#reader.written(query, written)),
    };
  }

  /** Creates a copy of another document's draft, or of its only version, with `data` merged over it. */
  async clone(params: OfDocument): Promise<CloneResult> {
    const query = this.#reader.query(params, "findOne");
    const payload = await this.#payload(params);
    return this.#write(
      (tx) => cloneDocument(tx, payload, params.documentId),
      (written) => {
        if (written === null) return { documentId: undefined, entries: [] };
        return { documentId: written.documentId, entries: [this.#reader.written(query, written)] };
      },
    );
  }

  /** Publishes the stored draft. */
  publish(params: OfDocument): Promise<AffectedEntries> {
    return this.#touch(params, publishDocument);
  }

  /** Resets the draft to the published version; a document that was never published stays as it is. */
  discardDraft(params: OfDocument): Promise<AffectedEntries> {
    return this.#touch(params, discardDraft);
  }

  /** Deletes the published version; returns it as it was. */
  async unpublish(params: OfDocument): Promise<AffectedEntries> {
    return this.#run(this.#unpublishing(params));
  }

  #unpublishing(params: OfDocument): Write<Entry | null, AffectedEntries> {
    const query = this.#reader.query(params, "findOne");
    const locale = this.#written(params);
    return {
      work: (tx) => {
        const entry = this.#reader.version(query, params.documentId, "published", locale);
        return unpublishDocument(tx, this.#type, params.documentId, locale) === null ? null : entry;
      },
      answer: (entry) => ({ documentId: params.documentId, entries: entry === null ? [] : [entry] }),
    };
  }

  /** Deletes a document; returns its versions as they were. */
  async delete(params: OfDocument): Promise<AffectedEntries> {
    return this.#run(this.#deleting(params));
  }

  #deleting(params: OfDocument): Write<readonly Entry[], AffectedEntries> {
    const query = this.#reader.query(params, "findOne");
    const { documentId } = params;
    const asked = deletedLocales(this.#reader.locales, this.#type, localesIn(params.locale));
    return {
      work: (tx) => {
        const statuses: readonly Status[] = this.#type.draftAndPublish ? ["draft", "published"] : ["published"];
        const locales = asked === "all" ? localesOfDocument(tx, this.#type, documentId) : asked;
        return locales.flatMap((locale) => {
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

  async #touch(
    params: OfDocument,
    work: (tx: Transaction, type: ContentType, documentId: string, locale: string | null) => WriteResult | null,
  ): Promise<AffectedEntries> {
    const query = this.#reader.query(params, "findOne");
    const { documentId } = params;
    const locale = this.#written(params);
    return this.#write(
      (tx) => work(tx, this.#type, documentId, locale),
      (written) => ({ documentId, entries: written === null ? [] : [this.#reader.written(query, written)] }),
    );
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
    const write = (since?: number) =>
      this.#store.write(
        (tx) => {
          noteAuthor(tx, caller, request);
          return work(tx);
        },
        answer,
        since,
      );
    try {
      return await (wait === undefined ? write() : wait.during(write));
    } catch (error) {
      throw error instanceof EngineError && !this.#isForCaller ? withFaultsInMessage(error) : error;
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

  async #payload(params: DocumentParams): Promise<Payload> {
    const { schema, rules } = this.#store.engine;
    if (rules.unknownNames === "refused") checkNames(schema, this.#type, params.data ?? {});
    const data = await hashPasswords(schema, this.#type, params.data ?? {}, "unbounded");
    return { type: this.#type, data, access: FULL_ACCESS, unknownKeys: "drop", locale: this.#written(params) };
  }
}

function isPublished(params: DocumentParams): boolean {
  return params.status === "published";
}
