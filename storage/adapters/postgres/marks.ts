import { randomUUID } from "node:crypto";
import { StorageError } from "../../error.ts";
import type { Marks } from "../../port.ts";
import { failedMarks } from "../marks/failed-marks.ts";
import { askAgain } from "../shared-log/ask-again.ts";
import type { Connection } from "./connection.ts";
import type { PgClient, PgQuery } from "./pg.ts";
import { isCrossed, isNoRoom, isRefusal, sqlStateOf } from "./sql-state.ts";

/** Writes that share a transaction have at most so many characters, and are at most so many. */
const MAX_CHARACTERS = 1 << 20;
const MAX_WRITES = 200;
/** Milliseconds to wait for an answer. */
const ANSWER_TIMEOUT = 10_000;

interface WaitingWrite {
  /** Unique: a write that is sent again is recognised by it. */
  readonly id: string;
  readonly name: string;
  readonly expected: string | null;
  readonly value: string | null;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Marks as rows. Writes that wait share a transaction. */
export class PostgresMarks implements Marks {
  readonly #writer: Connection;
  readonly #reader: Connection;
  readonly #waiting: WaitingWrite[] = [];
  #isWriting = false;

  /** Writes wait for a flush, and for other nodes: they have a connection of their own. */
  constructor(writer: Connection, reader: Connection) {
    this.#writer = writer;
    this.#reader = reader;
  }

  read(name: string): Promise<string | null> {
    return this.#patiently(async () => {
      const { rows } = await this.#reader.query<{ readonly value: Buffer }>({
        name: "mark",
        text: "select value from mark where name = $1",
        values: [Buffer.from(name)],
      });
      return rows[0]?.value.toString() ?? null;
    });
  }

  names(prefix: string): Promise<readonly string[]> {
    return this.#patiently(async () => {
      const { rows } = await this.#reader.query<{ readonly name: Buffer }>({
        text: "select name from mark where substring(name from 1 for length($1::bytea)) = $1",
        values: [Buffer.from(prefix)],
      });
      return rows.map(({ name }) => name.toString()).sort();
    });
  }

  write(name: string, expected: string | null, value: string | null): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: randomUUID(), name, expected, value, resolve, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const writes = this.#waiting.splice(0, this.#next());
      try {
        const written = await this.#store(writes);
        for (const [at, { resolve }] of writes.entries()) resolve(written[at] === true);
      } catch (error) {
        for (const { reject } of writes) reject(error);
      }
    }
    this.#isWriting = false;
  }

  /** How many of the writes that wait share the next transaction. */
  #next(): number {
    let characters = 0;
    const end = this.#waiting.findIndex(({ value }) => {
      characters += value?.length ?? 0;
      return characters > MAX_CHARACTERS;
    });
    return Math.max(1, Math.min(end === -1 ? this.#waiting.length : end, MAX_WRITES));
  }

  #store(writes: readonly WaitingWrite[]): Promise<readonly boolean[]> {
    // Nodes that write several marks lock them in the same order.
    const ordered = [...writes.keys()].sort(
      (one, other) => compare(writes[one]?.name, writes[other]?.name) || one - other,
    );
    let isAgain = false;
    return this.#patiently(async () => {
      const client = await this.#writer.client();
      const mayBeThere = isAgain;
      isAgain = true;
      const counts = await this.#transact(
        client,
        ordered.map((at) => queryOf(writes[at] as WaitingWrite)),
      );
      const written: boolean[] = [];
      for (const [order, at] of ordered.entries()) {
        const { name, value } = writes[at] as WaitingWrite;
        // Of a removal that is tried again nothing is left to recognise.
        const isRemoved = mayBeThere && value === null && counts[order] === 0 && (await this.read(name)) === null;
        written[at] = isRemoved || counts[order] === 1;
      }
      return written;
    });
  }

  /** The number of rows that each statement has found. */
  async #transact(client: PgClient, queries: readonly PgQuery[]): Promise<readonly (number | null)[]> {
    this.#writer.takeDoubtfulCommit();
    const all = [{ text: "begin" }, ...queries, { text: "commit" }];
    const [, ...results] = await this.#writer.on(client, () => all, ANSWER_TIMEOUT);
    if (this.#writer.takeDoubtfulCommit()) {
      this.#writer.drop();
      throw new Error("the wait for a standby was cancelled");
    }
    return results.map(({ rowCount }) => rowCount);
  }

  /** Asks again while no server answers, or another node writes the same mark. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await askAgain(ask, isFinal);
    } catch (error) {
      throw failedMarks(error, isNoRoom(sqlStateOf(error) ?? ""));
    }
  }
}

function isFinal(error: unknown): boolean {
  if (error instanceof StorageError) return error.code !== "unreadable";
  const state = sqlStateOf(error);
  return state !== null && isRefusal(state) && !isCrossed(state);
}

/** One row where the mark is the expected one, or this very write has set it. */
function queryOf({ id, name, expected, value }: WaitingWrite): PgQuery {
  const mark = Buffer.from(name);
  if (value === null) {
    if (expected === null)
      return { text: "select where not exists (select from mark where name = $1)", values: [mark] };
    return {
      name: "unmark",
      text: "delete from mark where name = $1 and value = $2",
      values: [mark, Buffer.from(expected)],
    };
  }
  if (expected === null) {
    return {
      name: "new_mark",
      text: `insert into mark (name, value, write) values ($1, $2, $3)
        on conflict (name) do update set write = excluded.write where mark.write = excluded.write`,
      values: [mark, Buffer.from(value), id],
    };
  }
  return {
    name: "remark",
    text: "update mark set value = $2, write = $3 where name = $1 and (value = $4 or write = $3)",
    values: [mark, Buffer.from(value), id, Buffer.from(expected)],
  };
}

function compare(one = "", other = ""): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
