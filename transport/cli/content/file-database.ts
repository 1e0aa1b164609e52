import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { defineSchema, isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import { dropUnfit, realFileSystem, replaceFile, type Storage } from "../../../storage/internal.ts";
import { type Loaded, NOT_LOADED, typesOf } from "../../json-server/merge/loaded.ts";
import type { Merged } from "../../json-server/merge/merge-file.ts";
import type { Galley } from "../../library/galley.ts";
import { type Log, reportTo } from "../../runtime/log.ts";
import type { Content } from "./content.ts";
import { openStorage } from "./open-storage.ts";
import { isSharedPlace } from "./shared-place.ts";

/**
 * A file of json-server as the source of the stored content: its changes are merged into the store. A copy of the file
 * as last read is kept beside the store.
 */
export class FileDatabase {
  readonly #file: string;
  /** Null if the store does not outlive the process. */
  readonly #path: string | null;
  #loaded: Loaded | null = null;

  /** Null for content of another kind, and for a log that nodes share: its content belongs to the nodes. */
  static of({ isDatabase, path, place }: Content): FileDatabase | null {
    return isDatabase && path !== null && !isSharedPlace(place) ? new FileDatabase(path, place) : null;
  }

  private constructor(file: string, place: string) {
    this.#file = basename(file);
    this.#path = place === "memory" ? null : `${place.replace(/(\.json|(?<![/\\])[/\\]+)$/, "")}.loaded.json`;
  }

  /** Removes stored values that the edited file's types cannot hold, so that the place can be opened. */
  async prepare({ place, schema: definition }: Content, log: Log, storage?: Storage): Promise<void> {
    const { types } = (await this.#read()) ?? NOT_LOADED;
    const schema = defineSchema(definition);
    const known = Object.keys(types).filter((uid) => schema.types.has(uid));
    const now = typesOf(schema, known);
    const changed = known.filter((uid) => JSON.stringify(types[uid]) !== JSON.stringify(now[uid]));
    if (changed.length === 0) return;
    if (storage === undefined && !existsSync(place)) return;
    await dropUnfit(storage ?? (await openStorage(place, log)), schema, new Set(changed));
  }

  /** Merges the edits since the file was read last, and logs them. */
  async merge(galley: Galley, { seed }: Content, log: Log): Promise<void> {
    if (!isRecord(seed)) return;
    const { mergeFile } = await import("../../json-server/merge/merge-file.ts");
    const merged = await mergeFile(galley.store, seed as UnknownRecord, (await this.#read()) ?? NOT_LOADED);
    await this.#write(merged.loaded);
    this.#tell(merged, log);
  }

  #tell({ creates, updates, removes, conflicts }: Merged, log: Log): void {
    const [added, changed, removed] = [creates.length, updates.length, removes.length];
    if (added + changed + removed > 0) log.info({ added, changed, removed }, `The edits of ${this.#file} were taken`);
    if (conflicts.length === 0) return;
    const rows = conflicts.slice(0, SHOWN).map(({ uid, identity }) => `${uid.replace(/^.*\./, "")} ${idOf(identity)}`);
    const more = conflicts.length - rows.length;
    reportTo(log)(`Edits of ${this.#file} were not taken: these entries were written over HTTP since`, {
      rows: more > 0 ? [...rows, `and ${more} more`] : rows,
    });
  }

  async #read(): Promise<Loaded | null> {
    if (this.#loaded !== null || this.#path === null || !existsSync(this.#path)) return this.#loaded;
    try {
      const value: Loaded = JSON.parse(await readFile(this.#path, "utf8"));
      this.#loaded = value.format === 1 && isRecord(value.types) && isRecord(value.rows) ? value : null;
    } catch {
      // An absent file changes nothing: the stored content stays.
    }
    return this.#loaded;
  }

  async #write(loaded: Loaded): Promise<void> {
    const isSame = JSON.stringify(this.#loaded) === JSON.stringify(loaded);
    this.#loaded = loaded;
    if (!isSame && this.#path !== null)
      await replaceFile(realFileSystem, this.#path, [Buffer.from(JSON.stringify(loaded))]);
  }
}

/** Maximum number of rows in a message. */
const SHOWN = 20;

function idOf(identity: string): string {
  return identity.replace(/^id /, "").slice(0, 100);
}
