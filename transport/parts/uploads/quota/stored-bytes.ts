import { type Commit, FILE_TYPE, isRecord } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { LOCAL } from "../stored-entry.ts";
import { UPLOADER } from "./uploader.ts";

type Values = { readonly [attribute: string]: unknown };

interface Counted {
  readonly bytes: number;
  readonly user: number | null;
}

/**
 * The bytes of the files that this server keeps, in all and of each user. They are counted once, on the first question, and
 * from then on every commit is added, whoever wrote it; after anything else, as a reset, they are counted again.
 */
export class StoredBytes {
  readonly #store: Store;
  readonly #files = new Map<string, Counted>();
  readonly #ofUsers = new Map<number, number>();
  #total = 0;
  /** Number and revision of the state that is counted. */
  #number = -1;
  #revision = -1;

  constructor(store: Store) {
    this.#store = store;
    store.onCommit((commit) => this.#add(commit));
  }

  get total(): number {
    this.#count();
    return this.#total;
  }

  ofUser(user: number): number {
    this.#count();
    return this.#ofUsers.get(user) ?? 0;
  }

  #count(): void {
    const { state } = this.#store.engine;
    if (state.number === this.#number && state.revision === this.#revision) return;
    this.#files.clear();
    this.#ofUsers.clear();
    this.#total = 0;
    for (const row of state.collection(FILE_TYPE).spaces.published.rows()) {
      this.#set(row.documentId, countOf(state.shape.layouts.record(FILE_TYPE, row).values));
    }
    this.#number = state.number;
    this.#revision = state.revision;
  }

  #add({ number, changes }: Commit): void {
    // An earlier one is counted already; after a later one, or before the first question, all is counted anew.
    if (number !== this.#number + 1) return;
    for (const change of changes) {
      if (change.kind === "clear") return;
      if (change.kind === "put" && change.type === FILE_TYPE) {
        this.#set(change.version.documentId, countOf(change.version.values));
      }
      if (change.kind === "remove" && change.type === FILE_TYPE) this.#set(change.documentId, NOTHING);
    }
    this.#number = number;
    this.#revision = this.#store.engine.state.revision;
  }

  #set(documentId: string, counted: Counted): void {
    this.#charge(this.#files.get(documentId) ?? NOTHING, -1);
    this.#charge(counted, 1);
    if (counted === NOTHING) this.#files.delete(documentId);
    else this.#files.set(documentId, counted);
  }

  #charge({ bytes, user }: Counted, sign: 1 | -1): void {
    this.#total += sign * bytes;
    if (user === null) return;
    const left = (this.#ofUsers.get(user) ?? 0) + sign * bytes;
    if (left === 0) this.#ofUsers.delete(user);
    else this.#ofUsers.set(user, left);
  }
}

const NOTHING: Counted = { bytes: 0, user: null };

/** The bytes that an entry with these values stands for: none if another provider keeps them. */
export function countOf(values: Values): Counted {
  if (values.provider !== LOCAL) return NOTHING;
  const forms = isRecord(values.formats) ? Object.values(values.formats) : [];
  const bytes = [values, ...forms].reduce<number>((sum, each) => sum + (isRecord(each) ? bytesIn(each) : 0), 0);
  const user = values[UPLOADER];
  return { bytes, user: typeof user === "number" ? user : null };
}

/** `size` is in thousands. */
function bytesIn({ sizeInBytes, size }: Values): number {
  const bytes = typeof sizeInBytes === "number" ? sizeInBytes : Math.ceil(Number(size) * 1000);
  return Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
}
