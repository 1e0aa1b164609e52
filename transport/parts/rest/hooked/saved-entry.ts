import {
  copyOf,
  EngineError,
  type EntryText,
  FULL_ACCESS,
  findOne,
  OBJECTS,
  type WriteResult,
} from "../../../../engine/internal.ts";
import { serviceReading } from "../../../contract/service-read.ts";
import { isSame } from "../../../hooks/left-alone.ts";
import type { ContentService } from "../service.ts";
import { type Saving, saveChecked, wholeVersion, writtenEntry } from "../writing/write.ts";
import type { HookedCall } from "./hooked-call.ts";

/** An entry that is written as its caller has asked: for hooks, which see all of it, and as a text for the caller. */
export class SavedEntry {
  readonly #service: ContentService;
  readonly #call: HookedCall;
  readonly #method: "POST" | "PUT";
  readonly #saving: Saving;
  #given: unknown = null;
  #copy: unknown = null;
  #text: EntryText | null = null;

  /** `call`: with the documentId of an entry that exists. */
  constructor(service: ContentService, call: HookedCall, method: "POST" | "PUT", saving: Saving) {
    this.#service = service;
    this.#call = call;
    this.#method = method;
    this.#saving = saving;
  }

  /** Writes it. Null if the document does not exist. */
  save(): Promise<unknown> {
    const { documentId, origin } = this.#call;
    const { wait } = origin;
    const since = wait?.begin();
    const read = (written: WriteResult) => this.#read(written);
    return saveChecked(this.#service, this.#call, this.#method, this.#saving, read, since).then(
      (entry) => {
        wait?.end();
        return entry;
      },
      (error) => {
        wait?.end();
        if (documentId !== null && error instanceof EngineError && error.code === "not-found") return null;
        throw error;
      },
    );
  }

  /** The text of the entry if hooks have left it as it was; null if they have not. */
  unchangedText(entry: unknown): EntryText | null {
    return entry === this.#given && isSame(this.#copy, entry) ? this.#text : null;
  }

  /** @throws EngineError `not-found` if another write has deleted it since. */
  #read(written: WriteResult): unknown {
    const [service, call] = [this.#service, this.#call];
    const asked = service.checkForHooks({ ...call, access: FULL_ACCESS }, "write");
    const query = wholeVersion(call.type, asked, written);
    this.#given = findOne(serviceReading(service.store, query), OBJECTS, query, written.documentId);
    if (this.#given === null) throw new EngineError("not-found", "Not Found");
    this.#copy = copyOf(this.#given);
    this.#text = writtenEntry(service, call, this.#saving.query, written);
    return this.#given;
  }
}
