import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Appended,
  type Entry,
  type Opened,
  type Position,
  type Storage,
  StorageError,
  type StoredSnapshot,
} from "../../../storage/internal.ts";

const NAME = /^(batch|snapshot)-(\d{12})\.json$/;

/** The adapter of ADAPTERS.md: a folder with one file for each batch, named after the position before it. */
export class BatchFolderStorage implements Storage {
  readonly #folder: string;
  #head: Position | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => {
      this.#openHead();
      const at = (await this.#positions("snapshot")).at(-1);
      return at === undefined ? null : { at, bytes: readSnapshot(this.#path("snapshot", at)) };
    },
    store: async (at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      this.#openHead();
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      await this.#writeWhole(this.#path("snapshot", at), Buffer.concat(chunks));
      for (const old of (await this.#positions("snapshot")).slice(0, -2)) await rm(this.#path("snapshot", old));
    },
  };

  async open(): Promise<Opened> {
    if (this.#head !== null) throw new StorageError("misused", "The storage is open already");
    await mkdir(this.#folder, { recursive: true });
    await this.#lock();
    const [last] = (await this.#batch((await this.#positions("batch")).at(-1))).slice(-1);
    const snapshot = (await this.#positions("snapshot")).at(-1) ?? 0;
    this.#head = Math.max(last?.position ?? 0, snapshot);
    const oldest = (await this.#positions("batch"))[0];
    return {
      logId: await this.#logId(),
      head: this.#head,
      oldest: oldest === undefined ? this.#head : oldest + 1,
      survives: "power loss",
      shared: false,
    };
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    const head = this.#openHead();
    if (expected !== head) return { kind: "conflict", head };
    if (batch.length === 0) return { kind: "ok", head };
    try {
      await this.#writeWhole(this.#path("batch", head), JSON.stringify(batch));
    } catch (error) {
      // The batch may be there or not: the folder, renamed into, was not flushed for certain.
      return { kind: "unknown", reason: String(error) };
    }
    this.#head = head + batch.length;
    return { kind: "ok", head: this.#head };
  }

  async *read(from: Position): AsyncGenerator<readonly Entry[]> {
    this.#openHead();
    for (const before of await this.#positions("batch")) {
      const entries = (await this.#batch(before)).filter(({ position }) => position >= from);
      if (entries.length > 0) yield entries;
    }
  }

  async trim(through: Position): Promise<void> {
    const [secondNewest, newest] = (await this.#positions("snapshot")).slice(-2);
    if (secondNewest === undefined || newest === undefined) return;
    for (const before of await this.#positions("batch")) {
      const [last] = (await this.#batch(before)).slice(-1);
      if (last !== undefined && last.position <= Math.min(through, secondNewest)) await rm(this.#path("batch", before));
    }
  }

  async close(): Promise<void> {
    if (this.#head !== null) await rm(join(this.#folder, "lock"), { force: true });
    this.#head = null;
  }

  #openHead(): Position {
    if (this.#head === null) throw new StorageError("misused", "The storage is not open");
    return this.#head;
  }

  /** Good enough for an example: after a crash someone has to remove the file. */
  async #lock(): Promise<void> {
    await writeFile(join(this.#folder, "lock"), String(process.pid), { flag: "wx" }).catch(() => {
      throw new StorageError("locked", `${this.#folder} is in use`);
    });
  }

  async #logId(): Promise<string> {
    const path = join(this.#folder, "log-id");
    const known = await readFile(path, "utf8").catch(() => null);
    if (known !== null) return known;
    const made = randomUUID();
    await this.#writeWhole(path, made);
    return made;
  }

  async #batch(before: Position | undefined): Promise<readonly Entry[]> {
    return before === undefined ? [] : JSON.parse(await readFile(this.#path("batch", before), "utf8"));
  }

  async #positions(kind: string): Promise<Position[]> {
    const names = (await readdir(this.#folder)).map((name) => NAME.exec(name));
    return names.flatMap((match) => (match?.[1] === kind ? Number(match[2]) : [])).sort((a, b) => a - b);
  }

  #path(kind: string, position: Position): string {
    return join(this.#folder, `${kind}-${String(position).padStart(12, "0")}.json`);
  }

  /** Whole and durable, or not there: aside, flush, rename, flush the folder. */
  async #writeWhole(path: string, content: string | Uint8Array): Promise<void> {
    await writeFile(`${path}.tmp`, content, { flush: true });
    await rename(`${path}.tmp`, path);
    const folder = await open(this.#folder, "r");
    await folder.sync().finally(() => folder.close());
  }
}

async function* readSnapshot(path: string): AsyncGenerator<Uint8Array> {
  yield await readFile(path);
}
