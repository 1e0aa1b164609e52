import type { Status } from "../../../engine/internal.ts";
import type { ReadEntry } from "./read-entry.ts";
import type { RowLog } from "./row-log.ts";

/** One version of a document as a line keeps it. Of links alone, the row itself stands in another line. */
export interface Row extends ReadEntry {
  readonly status: Status;
  readonly linksOnly?: true;
}

/** Tells two states of a version apart. */
export interface Stamp {
  readonly id: number;
  readonly updatedAt: unknown;
  readonly publishedAt: unknown;
}

interface Place extends Stamp {
  readonly documentId: string;
  /** Of the line, from 0. */
  readonly line: number;
}

/** The rows of one content type: the last line of each version counts. */
export class Rows {
  readonly type: string;
  readonly #log: RowLog;
  /** By status, locale and documentId. */
  readonly #places = new Map<string, Place>();
  #lines = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(type: string, log: RowLog) {
    this.type = type;
    this.#log = log;
  }

  /** Reads what an earlier run has left. */
  async restore(): Promise<void> {
    for await (const line of this.#log.read(this.type)) this.#place(JSON.parse(line) as Row | RemovedRow);
  }

  /** Forgets versions by their keys. */
  remove(keys: readonly string[]): Promise<void> {
    return this.add(keys.map((gone) => ({ gone })));
  }

  /** One call after the other, so that lines have the same numbers as in the log. */
  add(rows: readonly (Row | RemovedRow)[]): Promise<void> {
    this.#last = this.#last.then(async () => {
      await this.#log.append(
        this.type,
        rows.map((row) => JSON.stringify(row)),
      );
      for (const row of rows) this.#place(row);
    });
    return this.#last;
  }

  #place(row: Row | RemovedRow): void {
    const line = this.#lines++;
    if ("gone" in row) {
      this.#places.delete(row.gone);
      return;
    }
    const { id, documentId, data } = row;
    const { updatedAt = null, publishedAt = null } = data;
    this.#places.set(keyOf(row.status, data.locale ?? null, documentId), {
      id,
      updatedAt,
      publishedAt,
      documentId,
      line,
    });
  }

  stampOf(key: string): Stamp | undefined {
    return this.#places.get(key);
  }

  *keys(status?: Status): Generator<string> {
    for (const key of this.#places.keys()) if (status === undefined || key.startsWith(status)) yield key;
  }

  documentOf(key: string): string | undefined {
    return this.#places.get(key)?.documentId;
  }

  /** The highest id of a status, from which a list is continued; 0 if there is none. */
  lastId(status: Status): number {
    let last = 0;
    for (const [key, { id }] of this.#places) if (id > last && key.startsWith(status)) last = id;
    return last;
  }

  get ids(): ReadonlySet<number> {
    return new Set([...this.#places.values()].map(({ id }) => id));
  }

  get documents(): number {
    return new Set([...this.#places.values()].map(({ documentId }) => documentId)).size;
  }

  /**
   * The rows that count, in the order in which they were added. A source whose own code takes no status answers the same
   * row as draft and as published version: it is the latter.
   */
  async *read(): AsyncGenerator<Row> {
    const published = new Set([...this.keys("published")].map((key) => this.#places.get(key)?.id));
    let at = 0;
    for await (const text of this.#log.read(this.type)) {
      const row = JSON.parse(text) as Row | RemovedRow;
      const line = at++;
      if ("gone" in row) continue;
      if (this.#places.get(keyOf(row.status, row.data.locale ?? null, row.documentId))?.line !== line) continue;
      if (row.status === "published" || row.linksOnly === true || !published.has(row.id)) yield row;
    }
  }
}

interface RemovedRow {
  readonly gone: string;
}

/** The values of a published row. Its time says that it is published, also where the source's own code hides it. */
export function publishedData({ data }: Row, fallback: string): Row["data"] {
  return { ...data, publishedAt: data.publishedAt ?? data.updatedAt ?? data.createdAt ?? fallback };
}

export function keyOf(status: Status, locale: unknown, documentId: string): string {
  return `${status} ${locale ?? ""} ${documentId}`;
}
