import {
  attachFile,
  type ContentType,
  createDocument,
  deleteDocument,
  EngineError,
  FILE_TYPE,
  FULL_ACCESS,
  type MediaPlace,
  type Payload,
  type Transaction,
  type UnknownRecord,
  updateDocument,
} from "../../../engine/internal.ts";
import { type FileStore, isFileName, NO_ANSWER, StorageError, type Store } from "../../../storage/core.ts";
import { type RowParts, writeRows } from "../../hooks/row-calls.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { type Description, describeFile, hashOf, kilobytes } from "./describe-file.ts";
import { type FileInfo, NO_INFO } from "./file-info.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { Shaped } from "./pictures/shape-picture.ts";
import { countOf } from "./quota/stored-bytes.ts";
import type { Reservation } from "./quota/upload-quota.ts";
import { UPLOADER } from "./quota/uploader.ts";
import type { SentFile } from "./receiving/sent-file.ts";
import { StorageWait } from "./receiving/storage-wait.ts";
import { LOCAL, type StoredEntry } from "./stored-entry.ts";
import type { UploadOptions } from "./upload-options.ts";

const CHANCE_BYTES = 5;

export interface UploadsOptions extends Pick<UploadOptions, "store" | "hooks" | "files" | "runtime" | "pictures"> {
  /** How long the caller waits; without one, for as long as it takes. */
  readonly wait?: StorageWait;
  /** Records the author of each write. */
  readonly note?: (tx: Transaction) => void;
}

/** The values that the smaller formats of a picture share with it. */
type Shapeable = Pick<Description, "name" | "ext" | "mime"> & { readonly hash: string };

/**
 * Changes files: their entries in the store and their bytes beside it. Bytes are stored before an entry names them and
 * removed after the last one has gone, so an entry never refers to missing bytes. A crash in between can only leave
 * unused bytes behind.
 */
export class Uploads {
  readonly #store: Store;
  readonly #files: FileStore;
  readonly #runtime: Runtime;
  readonly #pictures: Pictures;
  readonly #answer: (documentId: string) => string;
  readonly #wait: StorageWait | undefined;
  readonly #note: (tx: Transaction) => void;
  readonly #rows: RowParts;
  /** Work that takes changes back goes on although its caller has waited long enough. */
  readonly #undoing: FileStore;

  /** `answer` returns the answer for a file that has been written. */
  constructor(
    { store, hooks, files, runtime, pictures, wait, note = () => {} }: UploadsOptions,
    answer: (documentId: string) => string,
  ) {
    this.#store = store;
    this.#files = wait?.over(files) ?? files;
    this.#undoing = files;
    this.#wait = wait;
    this.#note = note;
    this.#rows = { store, hooks };
    this.#runtime = runtime;
    this.#pictures = pictures;
    this.#answer = answer;
  }

  /**
   * Stores files, all or none, and links them to an attribute if one is given.
   *
   * @throws EngineError `application` for an invalid name, `validation` for an attribute that does not exist; HttpError
   *   `over quota`.
   */
  async add(
    sent: readonly SentFile[],
    infos: readonly FileInfo[],
    place: MediaPlace | null,
    room: Reservation,
  ): Promise<string[]> {
    const files = sent.map((file, index) => this.#describe(file, infos[index] ?? NO_INFO));
    const names = files.map(({ values: { hash, ext } }) => hash + ext);
    try {
      const entries: UnknownRecord[] = [];
      for (const { sent: file, values } of files) {
        await file.received.keep(values.hash + values.ext);
        entries.push({ ...values, ...(await this.#shape(file, values, names)), ...this.#sender(room) });
      }
      room.settle(entries.reduce((sum, values) => sum + countOf({ ...values }).bytes, 0));
      const calls = entries.map((data) => ({ uid: FILE_TYPE, action: "create", params: { data } }) as const);
      const stored = await writeRows(this.#rows, calls, (written) =>
        this.#store.write(
          (tx) => {
            // Another node may have stored files meanwhile.
            room.assertRoom(0);
            this.#note(tx);
            return written.map((values) => {
              const { documentId } = createDocument(tx, this.#payload(values), false);
              if (place !== null) attachFile(tx, place, documentId);
              return documentId;
            });
          },
          (documentIds) => {
            room.release();
            return documentIds.map((documentId) => ({ documentId, answer: this.#answer(documentId) }));
          },
          this.#wait?.since,
        ),
      );
      return stored.map(({ answer }) => answer);
    } catch (error) {
      // Not awaited: the answer is decided, and the fault may also keep files from being removed. An entry that may be
      // stored keeps its file.
      if (!isUnknown(error)) void forget(this.#undoing, names).catch(() => {});
      throw error;
    }
  }

  /** Changes the description of a file. Throws EngineError `not-found`. */
  describe(entry: StoredEntry, info: FileInfo): Promise<string> {
    return this.#update(entry, present({ ...info }));
  }

  /**
   * Replaces the bytes under the URL of a file, or leaves them as they are. Throws EngineError `not-found`, `application` for an
   * invalid name, HttpError `over quota`.
   */
  replace(entry: StoredEntry, sent: SentFile, info: FileInfo, room: Reservation): Promise<string> {
    const names = [entry.hash + entry.ext, ...entry.formatFiles];
    return this.#orAsBefore(names, (made) => this.#replace(entry, sent, info, { room, made }));
  }

  async #replace(
    entry: StoredEntry,
    sent: SentFile,
    info: FileInfo,
    { room, made }: { readonly room: Reservation; readonly made: string[] },
  ): Promise<string> {
    const { ext: _kept, ...description } = describeFile(sent, info);
    await sent.received.keep(entry.hash + entry.ext);
    const { name: _named, focalPoint, ...rest } = info;
    const { formats, ...shaped } = await this.#shape(sent, { ...entry, ...description, ext: entry.ext }, made);
    const values = {
      ...description,
      ...shaped,
      formats: formats ?? {},
      focalPoint,
      ...present(rest),
      ...this.#sender(room),
    };
    room.settle(countOf({ ...values, provider: LOCAL }).bytes);
    const answer = await this.#update(entry, values, room);
    // The file is replaced: formats that stay behind are unused bytes.
    await forget(
      this.#files,
      entry.formatFiles.filter((name) => !made.includes(name)),
    ).catch(() => {});
    return answer;
  }

  /**
   * Removes a file, every link to it, and its bytes. Throws EngineError `not-found`, or `unavailable` if its bytes
   * could not be removed.
   */
  async remove(entry: StoredEntry): Promise<void> {
    const { documentId } = entry;
    const wait = new StorageWait();
    await wait.spending(
      writeRows(this.#rows, [{ uid: FILE_TYPE, action: "delete", params: { documentId } }], () =>
        this.#store.write(
          (tx) => {
            this.#note(tx);
            deleteDocument(tx, this.#type, documentId);
          },
          () => [{ documentId }],
        ),
      ),
    );
    if (entry.provider !== LOCAL) return;
    try {
      await wait.within(forget(this.#files, [entry.hash + entry.ext, ...entry.formatFiles]));
    } catch (error) {
      if (!(error instanceof EngineError || error instanceof StorageError)) throw error;
      const details = error instanceof EngineError ? error.details : { reason: NO_ANSWER };
      throw new EngineError("unavailable", "The entry was removed, but its file was not", details);
    }
  }

  #describe(sent: SentFile, info: FileInfo) {
    const { alternativeText, caption, focalPoint } = info;
    const description = describeFile(sent, info);
    const hash = hashOf(description, this.#runtime.random.bytes(CHANCE_BYTES));
    const values = { ...description, hash, url: urlOf(hash + description.ext), provider: LOCAL };
    return { sent, values: { ...values, alternativeText, caption, focalPoint } };
  }

  /**
   * Stores smaller formats of a stored picture and adds their names to `names`; returns the new values of its entry.
   *
   * @throws EngineError `application` for bytes that are not a whole picture (rejected).
   */
  async #shape({ picture }: SentFile, { name, hash, ext, mime }: Shapeable, names: string[]) {
    const stored = picture === null ? null : await this.#files.open(hash + ext);
    const shaped = stored && (await this.#pictures.shape(stored));
    if (!shaped) return {};
    const store = async (fileName: string, { bytes, width, height }: Shaped) => {
      names.push(fileName);
      await this.#files.put(fileName, [bytes]);
      return { width, height, size: kilobytes(bytes.byteLength) };
    };
    const forms: { [form: string]: object } = {};
    for (const [form, made] of shaped.forms) {
      const prefixed = { name: `${form}_${name}`, hash: `${form}_${hash}`, ext, mime, path: null };
      const fileName = prefixed.hash + ext;
      if (!isFileName(fileName)) continue;
      const stored = await store(fileName, made);
      forms[form] = { ...prefixed, ...stored, sizeInBytes: made.bytes.byteLength, url: urlOf(fileName) };
    }
    return {
      ...(shaped.optimized !== null && (await store(hash + ext, shaped.optimized))),
      ...(Object.keys(forms).length > 0 && { formats: forms }),
    };
  }

  /** Known where users have quotas. */
  #sender({ user }: Reservation): object {
    return this.#type.attributes.has(UPLOADER) ? { [UPLOADER]: user } : {};
  }

  async #update({ documentId }: StoredEntry, values: object, room?: Reservation): Promise<string> {
    const call = { uid: FILE_TYPE, action: "update", params: { documentId, data: { ...values } } } as const;
    const [{ answer }] = await writeRows(this.#rows, [call], ([written = {}]) =>
      this.#store.write(
        (tx) => {
          room?.assertRoom(0);
          this.#note(tx);
          updateDocument(tx, this.#payload(written), documentId, false);
        },
        () => [{ documentId, answer: this.#answer(documentId) }] as const,
        this.#wait?.since,
      ),
    );
    return answer;
  }

  /**
   * Work that changes files under an entry's names: if it fails, the files are as before, and further files that it has
   * made are removed.
   */
  async #orAsBefore<T>(names: readonly string[], work: (made: string[]) => Promise<T>): Promise<T> {
    const copies = names.map((name) => [name, `before_${this.#chance()}`] as const);
    const made: string[] = [];
    const end = async (isFailed: boolean) => {
      if (isFailed) {
        for (const [name, copy] of copies) await copied(this.#undoing, copy, name);
        await forget(
          this.#undoing,
          made.filter((name) => !names.includes(name)),
        );
      }
      const kept = copies.map(([, copy]) => copy);
      await forget(this.#undoing, kept);
    };
    const ended = async (isFailed: boolean) => {
      const ending = end(isFailed);
      await (this.#wait?.within(ending) ?? ending).catch(() => {});
    };
    try {
      for (const [name, copy] of copies) await copied(this.#files, name, copy);
      const done = await work(made);
      await ended(false);
      return done;
    } catch (error) {
      await ended(!isUnknown(error));
      throw error;
    }
  }

  #chance(): string {
    return Buffer.from(this.#runtime.random.bytes(CHANCE_BYTES)).toString("hex");
  }

  #payload(data: object): Payload {
    return { type: this.#type, data, access: FULL_ACCESS, unknownKeys: "refuse" };
  }

  get #type(): ContentType {
    return this.#store.engine.schema.type(FILE_TYPE);
  }
}

/** Does nothing if there is no file of the name. */
async function copied(files: FileStore, from: string, to: string): Promise<void> {
  const file = await files.open(from);
  if (file !== null) await files.put(to, file.read());
}

async function forget(files: FileStore, names: readonly string[]): Promise<void> {
  for (const name of names) await files.delete(name);
}

function isUnknown(error: unknown): boolean {
  return error instanceof StorageError && error.code === "outcome-unknown";
}

function urlOf(fileName: string): string {
  return `/uploads/${fileName}`;
}

/** Without the values that are null. */
function present(values: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
