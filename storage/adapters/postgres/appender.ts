import { NOT_REACHED, reasonOf, StorageError } from "../../error.ts";
import type { BatchRow } from "../shared-log/batch.ts";
import type { GivenTurn, NewBatch, Stored } from "../shared-log/server.ts";
import type { Tail } from "../shared-log/tails.ts";
import { appendedByError } from "./answers.ts";
import type { Connection } from "./connection.ts";
import type { PgClient, PgQuery } from "./pg.ts";
import type { BatchReader } from "./reader.ts";
import { READ_ONLY, sqlStateOf } from "./sql-state.ts";
import { appendQuery, HEAD, lookQuery, pageQuery } from "./statements.ts";

/** Milliseconds to wait for an answer: a base, plus this much for each MiB of the batch. */
const BATCH_TIMEOUT = 5000;
const TIMEOUT_PER_MIB = 200;

const COMMIT: PgQuery = { name: "commit", text: "commit" };

export interface AppenderParts {
  readonly writer: Connection;
  readonly reader: BatchReader;
  /** Key of the advisory lock that is the turn. */
  readonly lock: string;
  /** Called when entries that were read may not have been confirmed. */
  readonly doubt: () => void;
}

/** Appends on the writing connection, in turns if they are requested. */
export class Appender {
  readonly #parts: AppenderParts;
  /** The client whose open transaction is this node's turn. */
  #turn: PgClient | null = null;

  constructor(parts: AppenderParts) {
    this.#parts = parts;
  }

  async append(before: Tail, batch: NewBatch): Promise<Stored<Tail>> {
    // An append without a turn does not wait until this node's turn ends.
    if (this.#turn !== null) await this.#endTurn(this.#turn);
    let client: PgClient;
    try {
      client = await this.#parts.writer.client();
    } catch (error) {
      if (error instanceof StorageError && error.code === "misused") throw error;
      return { kind: "failed", reason: `${NOT_REACHED}: ${reasonOf(error)}` };
    }
    return this.#append(client, before, batch, []);
  }

  /** Null if the turn does not come in time; throws if the server cannot be reached, or `diverged`. */
  async turn(after: Tail, patience: number): Promise<GivenTurn<Tail> | null> {
    const { writer, reader, lock } = this.#parts;
    const client = await writer.client();
    if (this.#turn !== null) await this.#endTurn(this.#turn);
    this.#turn = client;
    try {
      const [, , , end, page] = await writer.on(
        client,
        () => [
          { name: "begin", text: "begin" },
          { text: `set local lock_timeout = ${Math.max(1, Math.ceil(patience))}` },
          { name: "turn", text: "select pg_advisory_xact_lock($1)", values: [lock] },
          HEAD,
          pageQuery(after.first, after.first),
        ],
        BATCH_TIMEOUT + patience,
      );
      const behind = reader.chained(after, (page?.rows ?? []) as BatchRow[]);
      // Others may go on appending: batches behind the present head are not waited for.
      const head = (end?.rows as Tail[] | undefined)?.[0]?.last ?? 0;
      for (let last = behind.at(-1); last !== undefined && last.last < head; ) {
        const { first } = last;
        const [more] = await writer.on(client, () => [pageQuery(first, first)]);
        const news = reader.chained(last, (more?.rows ?? []) as BatchRow[]);
        behind.push(...news);
        last = news.at(-1);
      }
      return {
        behind,
        append: (before, batch) => this.#appendInTurn(client, before, batch),
        release: () => this.#endTurn(client),
      };
    } catch (error) {
      await this.#endTurn(client);
      if (error instanceof StorageError) throw error;
      return null;
    }
  }

  async #appendInTurn(client: PgClient, before: Tail, batch: NewBatch): Promise<Stored<Tail>> {
    if (this.#turn !== client) return this.append(before, batch);
    this.#turn = null;
    return this.#append(client, before, batch, [COMMIT]);
  }

  /** If the transaction has ended already, the rollback is only a warning. */
  async #endTurn(client: PgClient): Promise<void> {
    if (this.#turn !== client) return;
    this.#turn = null;
    const { writer } = this.#parts;
    await writer.on(client, () => [{ text: "rollback" }]).catch(() => writer.drop());
  }

  /** `commit`: the statements that end the transaction that the client is in. */
  async #append(client: PgClient, before: Tail, batch: NewBatch, commit: readonly PgQuery[]): Promise<Stored<Tail>> {
    const { writer, doubt } = this.#parts;
    const { body, crc, ...tail } = batch;
    try {
      const patience = BATCH_TIMEOUT + (TIMEOUT_PER_MIB * body.length) / (1 << 20);
      writer.takeDoubtfulCommit();
      const [appended] = await writer.on(client, () => [appendQuery({ ...batch, before }), ...commit], patience);
      if (writer.takeDoubtfulCommit()) {
        doubt();
        return { kind: "unknown", reason: "the wait for a standby was cancelled" };
      }
      return appended?.rowCount === 1 ? { kind: "ok", tail } : await this.#conflict(client, tail);
    } catch (error) {
      const appended = appendedByError(error, before.last);
      // Nobody waits for this client any more, whatever it still does.
      if (appended.kind === "unknown" || sqlStateOf(error) === READ_ONLY) writer.drop();
      return appended;
    }
  }

  /** Nothing was written: the log's head has advanced, or an earlier attempt has stored this batch. */
  async #conflict(client: PgClient, tail: Tail): Promise<Stored<Tail>> {
    const [look, head] = await this.#parts.writer.on(client, () => [lookQuery(tail.first), HEAD]);
    const there = (look?.rows as Omit<Tail, "digest">[] | undefined)?.[0];
    if (there?.id === tail.id) return { kind: "ok", tail };
    return { kind: "conflict", head: (head?.rows as Tail[] | undefined)?.[0]?.last ?? 0 };
  }
}
