import {
  attachFile,
  type ContentType,
  createDocument,
  deleteDocument,
  FILE_TYPE,
  FULL_ACCESS,
  type MediaPlace,
  type Payload,
  updateDocument,
} from "../../../engine/internal.ts";
import type { FileStore, Store } from "../../../storage/index.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { describeFile, hashOf } from "./describe-file.ts";
import { type FileInfo, NO_INFO } from "./file-info.ts";
import type { SentFile } from "./form.ts";
import type { StoredEntry } from "./stored-entry.ts";

/** The provider of files that are kept beside the content: what others keep is not ours to remove. */
const PROVIDER = "local";

const CHANCE_BYTES = 5;

export interface UploadsOptions {
  readonly store: Store;
  readonly files: FileStore;
  readonly runtime: Runtime;
}

/**
 * Changes files: their entries in the store and their bytes beside it. Bytes are there before an entry names them, and
 * until none does any more, so that no entry ever leads nowhere; what a crash in between leaves over is bytes.
 */
export class Uploads {
  readonly #store: Store;
  readonly #files: FileStore;
  readonly #runtime: Runtime;
  readonly #answer: (documentId: string) => string;

  /** `tell`: what is answered of a file when it has been written. */
  constructor({ store, files, runtime }: UploadsOptions, answer: (documentId: string) => string) {
    this.#store = store;
    this.#files = files;
    this.#runtime = runtime;
    this.#answer = answer;
  }

  /**
   * Stores files, all or none, and links them to a place if there is one.
   *
   * @throws EngineError `application` for a name that cannot be, `validation` for a place that does not exist.
   */
  async add(sent: readonly SentFile[], infos: readonly FileInfo[], place: MediaPlace | null): Promise<string[]> {
    const files = sent.map((file, index) => this.#describe(file, infos[index] ?? NO_INFO));
    const names = files.map(({ fileName }) => fileName);
    try {
      for (const { fileName, received } of files) await received.keep(fileName);
      return await this.#store.write(
        (tx) =>
          files.map(({ values }) => {
            const { documentId } = createDocument(tx, this.#payload(values), false);
            if (place !== null) attachFile(tx, place, documentId);
            return documentId;
          }),
        (documentIds) => documentIds.map(this.#answer),
      );
    } catch (error) {
      await this.#forget(names);
      throw error;
    }
  }

  /** Changes what is said about a file. Throws EngineError `not-found`. */
  describe(entry: StoredEntry, info: FileInfo): Promise<string> {
    return this.#update(entry, present({ ...info }));
  }

  /**
   * Puts other bytes under the URL of a file. Throws EngineError `not-found`, `application` for a name that cannot be.
   */
  async replace(entry: StoredEntry, sent: SentFile, info: FileInfo): Promise<string> {
    const { ext: _kept, ...description } = describeFile(sent, info);
    await sent.received.keep(entry.hash + entry.ext);
    const { name: _named, focalPoint, ...told } = info;
    const answer = await this.#update(entry, { ...description, formats: {}, focalPoint, ...present(told) });
    await this.#forget(entry.formatFiles);
    return answer;
  }

  /** Removes a file, every link to it, and its bytes. Throws EngineError `not-found`. */
  async remove(entry: StoredEntry): Promise<void> {
    await this.#store.write(
      (tx) => deleteDocument(tx, this.#type, entry.documentId),
      () => {},
    );
    if (entry.provider === PROVIDER) await this.#forget([entry.hash + entry.ext, ...entry.formatFiles]);
  }

  #describe(sent: SentFile, info: FileInfo) {
    const { alternativeText, caption, focalPoint } = info;
    const description = describeFile(sent, info);
    const hash = hashOf(description, this.#runtime.random.bytes(CHANCE_BYTES));
    const fileName = hash + description.ext;
    const values = { ...description, hash, url: `/uploads/${fileName}`, provider: PROVIDER };
    return { fileName, received: sent.received, values: { ...values, alternativeText, caption, focalPoint } };
  }

  #update({ documentId }: StoredEntry, values: object): Promise<string> {
    return this.#store.write(
      (tx) => updateDocument(tx, this.#payload(values), documentId, false),
      () => this.#answer(documentId),
    );
  }

  async #forget(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#files.delete(name);
  }

  #payload(data: object): Payload {
    return { type: this.#type, data, access: FULL_ACCESS, unknownKeys: "refuse" };
  }

  get #type(): ContentType {
    return this.#store.engine.schema.type(FILE_TYPE);
  }
}

/** Without what says nothing. */
function present(values: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
