import {
  type Access,
  type Action,
  type ContentType,
  createDocument,
  deleteDocument,
  EngineError,
  localesOfDocument,
  type Payload,
  saveSingle,
  singleDocument,
  type Transaction,
  updateDocument,
  type Written,
} from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { hashPasswords } from "../../../contract/passwords.ts";
import { unlessMissing } from "../../../http/unless-missing.ts";
import type { RootMeaning } from "../schema/meaning.ts";
import { inputData } from "./arguments/input-data.ts";
import type { Arguments } from "./arguments/list-params.ts";
import { demand } from "./permission.ts";
import type { FoundOne, Reader } from "./reader.ts";

/** The result of a mutation: the version it wrote, or the document it deleted; null if there is no such document. */
export type WriteResult = FoundOne | { readonly documentId: string } | null;

export interface WriterOptions {
  readonly store: Store;
  readonly access: Access;
  readonly reader: Reader;
}

/** Executes the writes of mutations by the operations that REST uses (graphql, §12). Rejects with EngineError. */
export class Writer {
  readonly #store: Store;
  readonly #access: Access;
  readonly #reader: Reader;

  constructor({ store, access, reader }: WriterOptions) {
    this.#store = store;
    this.#access = access;
    this.#reader = reader;
  }

  async write({ kind, type }: RootMeaning, args: Arguments): Promise<WriteResult> {
    const documentId = String(args.documentId);
    switch (kind) {
      case "create":
        return this.#save(type, args, "create", createDocument);
      case "save single":
        return this.#save(type, args, "update", saveSingle);
      case "update":
        return this.#save(type, args, "update", (tx, payload, publish) =>
          unlessMissing(() => updateDocument(tx, payload, documentId, publish)),
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

  async #save(
    type: ContentType,
    args: Arguments,
    action: Action,
    work: (tx: Transaction, payload: Payload, publish: boolean) => Written | null,
  ): Promise<WriteResult> {
    demand(this.#access, type.uid, action);
    const locale = this.#reader.writtenLocale(type, args);
    const { schema } = this.#store.engine;
    const sent = inputData(schema, type, Object(args.data));
    const data = await hashPasswords(schema, type, sent, "bounded");
    const payload: Payload = { type, data, access: this.#access, unknownKeys: "refuse", locale };
    return this.#store.write(
      (tx) => work(tx, payload, (args.status ?? "published") === "published"),
      (written) => (written === null ? null : this.#reader.version(type, written)),
    );
  }

  async #delete(type: ContentType, args: Arguments, documentIdIn: (tx: Transaction) => string): Promise<WriteResult> {
    demand(this.#access, type.uid, "delete");
    const locales = this.#reader.deletedLocales(type, args);
    return this.#store.write(
      (tx) => {
        const documentId = documentIdIn(tx);
        for (const locale of locales === "all" ? localesOfDocument(tx, type, documentId) : locales) {
          unlessMissing(() => deleteDocument(tx, type, documentId, locale));
        }
        return documentId;
      },
      (documentId) => ({ documentId }),
    );
  }
}
