import {
  type Access,
  type Action,
  type ContentType,
  checkKeys,
  createDocument,
  deleteDocument,
  EngineError,
  isRecord,
  localesOfDocument,
  type Payload,
  readData,
  saveSingle,
  singleDocument,
  type Transaction,
  unpublishDocument,
  updateDocument,
  type WriteResult,
} from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import type { KnownCaller } from "../../../access/caller.ts";
import { noteAuthor } from "../../../access/note-author.ts";
import { hashPasswords } from "../../../contract/passwords.ts";
import type { HookParams } from "../../../hooks/hook.ts";
import type { Hooks } from "../../../hooks/hooks.ts";
import { nullIfMissing } from "../../../http/null-if-missing.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { RootMeaning } from "../schema/meaning.ts";
import { inputData } from "./arguments/input-data.ts";
import type { Arguments } from "./arguments/list-params.ts";
import type { HookedFields } from "./hooked-fields.ts";
import { demand } from "./permission.ts";
import type { FoundOne, Reader } from "./reader.ts";

/** The result of a mutation: the version it wrote, or the document it deleted; null if there is no such document. */
export type MutationResult = FoundOne | { readonly documentId: string } | null;

export interface WriterOptions {
  readonly store: Store;
  readonly access: Access;
  readonly reader: Reader;
  readonly hooks: Hooks;
  readonly hooked: HookedFields;
  readonly caller: KnownCaller;
  readonly request: HttpRequest;
}

/** A mutation as a call of the Document Service with hooks around it. */
interface HookedMutation {
  readonly action: "create" | "update" | "delete";
  /** Null for a new document. */
  readonly documentId: string | null;
  /** The right that it takes. */
  readonly needs: Action;
}

/** Executes the writes of mutations by the operations that REST uses (graphql, §12). Rejects with EngineError. */
export class Writer {
  readonly #store: Store;
  readonly #access: Access;
  readonly #reader: Reader;
  readonly #options: WriterOptions;
  /** When the request began to wait: its writes follow one another. */
  readonly #since = performance.now();

  constructor(options: WriterOptions) {
    this.#store = options.store;
    this.#access = options.access;
    this.#reader = options.reader;
    this.#options = options;
  }

  async write({ kind, type, nodes }: RootMeaning, sent: Arguments): Promise<MutationResult> {
    const documentId = String(sent.documentId);
    const args = nodes ? this.#asOfStrapi4(type, sent) : sent;
    const call = this.#hookedCall(kind, type, args);
    if (call !== null) return this.#throughHooks(type, args, call);
    switch (kind) {
      case "create":
        return this.#save(type, args, "create", createDocument);
      case "save single":
      case "update":
      case "localize":
        return this.#save(type, args, "update", (tx, payload, publish) =>
          type.kind === "single"
            ? saveSingle(tx, payload, publish)
            : nullIfMissing(() => updateDocument(tx, payload, documentId, publish)),
        );
      case "delete":
        return this.#delete(type, args, () => documentId);
      case "delete single":
        return this.#delete(type, args, (tx) => {
          const only = singleDocument(tx, type);
          if (only === null) throw new EngineError("not-found", "Document not found");
          return only;
        });
      default:
        throw new TypeError(`${kind} writes nothing`);
    }
  }

  /** `publishedAt` of the data stands for the status: a time publishes, null unpublishes; by default it stays as it is. */
  #asOfStrapi4(type: ContentType, args: Arguments): Arguments {
    const { publishedAt }: { readonly publishedAt?: unknown } = Object(args.data);
    if (publishedAt === null) return { ...args, status: "draft", unpublishes: true };
    const publishes = publishedAt !== undefined || !type.draftAndPublish || this.#isPublished(type, args);
    return { ...args, status: publishes ? "published" : "draft" };
  }

  #isPublished(type: ContentType, args: Arguments): boolean {
    return this.#reader.written(type, args)?.status === "published";
  }

  async #save(
    type: ContentType,
    args: Arguments,
    action: Action,
    work: (tx: Transaction, payload: Payload, publish: boolean) => WriteResult | null,
  ): Promise<MutationResult> {
    demand(this.#access, type.uid, action);
    const locale = this.#reader.writtenLocale(type, args);
    const { schema } = this.#store.engine;
    const sent = inputData(schema, type, Object(args.data));
    const data = await hashPasswords(schema, type, sent, "bounded");
    const payload: Payload = { type, data, access: this.#access, unknownKeys: "refuse", locale };
    return this.#store.write(
      (tx) => {
        noteAuthor(tx, this.#options.caller, this.#options.request);
        const written = work(tx, payload, (args.status ?? "published") === "published");
        if (written !== null && args.unpublishes) unpublishDocument(tx, type, written.documentId, locale);
        return written;
      },
      (written) => (written === null ? null : this.#reader.version(type, written)),
      this.#since,
    );
  }

  async #delete(
    type: ContentType,
    args: Arguments,
    documentIdIn: (tx: Transaction) => string,
  ): Promise<MutationResult> {
    demand(this.#access, type.uid, "delete");
    const locales = this.#reader.lookedUpLocales(type, args);
    return this.#store.write(
      (tx) => {
        noteAuthor(tx, this.#options.caller, this.#options.request);
        const documentId = documentIdIn(tx);
        for (const locale of locales === "all" ? localesOfDocument(tx, type, documentId) : locales) {
          nullIfMissing(() => deleteDocument(tx, type, documentId, locale));
        }
        return documentId;
      },
      (documentId) => ({ documentId }),
      this.#since,
    );
  }

  /** The call of the Document Service that a mutation makes; null if no hook sees it. */
  #hookedCall(kind: RootMeaning["kind"], type: ContentType, args: Arguments): HookedMutation | null {
    const { hooks } = this.#options;
    if (hooks.isEmpty) return null;
    const isSingle = type.kind === "single";
    const documentId = isSingle ? this.#reader.singleDocument(type) : String(args.documentId);
    const isNew = kind === "create" || documentId === null;
    const action = kind === "delete" || kind === "delete single" ? "delete" : isNew ? "create" : "update";
    if (hooks.of(type.uid, action).length === 0 || (action === "delete" && documentId === null)) return null;
    return { action, documentId: isNew ? null : documentId, needs: isSingle && isNew ? "update" : action };
  }

  async #throughHooks(type: ContentType, args: Arguments, mutation: HookedMutation): Promise<MutationResult> {
    const { action, documentId, needs } = mutation;
    const { hooked, store } = this.#options;
    const { schema, rules } = store.engine;
    demand(this.#access, type.uid, needs);
    const status = args.status === "draft" ? "draft" : "published";
    const params: HookParams = { ...(documentId !== null && { documentId }) };
    if (args.locale !== undefined) params.locale = String(args.locale);
    if (action !== "delete") {
      // A locale that cannot be written is refused before any hook runs; a deletion may name all of them.
      this.#reader.writtenLocale(type, args);
      const sent = readData(inputData(schema, type, Object(args.data)));
      checkKeys(schema, type, sent, this.#access, rules);
      Object.assign(params, { status, data: { ...sent } });
    }
    const documents = hooked.documents(type);
    const result = await hooked.around(type, action, params, (given) => documents[action](given));
    if (!isRecord(result)) return null;
    if (action === "delete") return { documentId: String(result.documentId) };
    return this.#reader.ownEntries(type, status)(result);
  }
}
