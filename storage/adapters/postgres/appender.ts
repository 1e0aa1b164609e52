import { NOT_REACHED, reasonOf, StorageError } from "../../error.ts";
import type { Appended, Entry, Position, Turn } from "../../port.ts";
import { type BatchRow, encodeBatch, StoredEntries, tooLarge } from "../batch-log/batch.ts";
import { chainDigest } from "../batch-log/digest.ts";
import type { Tail } from "../batch-log/tails.ts";
import { appendedByError } from "./answers.ts";
import type { PostgresLog } from "./log.ts";
import type { PgClient, PgQuery } from "./pg.ts";
import { READ_ONLY, sqlStateOf } from "./sql-state.ts";
import { appendQuery, HEAD, lookQuery, pageQuery } from "./statements.ts";

/** Milliseconds to wait for an answer: a base, plus this much for each MiB of the batch. */
const PATIENCE = 5000;
const PATIENCE_PER_MIB = 200;

const COMMIT: PgQuery = { name: "commit", text: "commit" };

/** Appends on the writing connection, in turns if they are requested. */
export class Appender {
  readonly #log: PostgresLog;
  /** The client whose open transaction is this node's turn. */
  #turn: PgClient | null = null;

  constructor(log: PostgresLog) {
    this.#log = log;
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    // An append without a turn does not wait until this node's turn ends.
    if (this.#turn !== null) await this.#endTurn(this.#turn);
    let client: PgClient;
    try {
      client = await this.#log.writer.client();
    } catch (error) {
      if (error instanceof StorageError && error.code === "misused") throw error;
      return { kind: "failed", reason: `${NOT_REACHED}: ${reasonOf(error)}` };
    }
    return this.#append(client, expected, batch, []);
  }

  /** Null if the turn does not come in time; throws if the server cannot be reached, or `diverged`. */
  async turn(after: Position, patience: number): Promise<Turn | null> {
    const { writer, reader, tails, address } = this.#log;
    const client = await writer.client();
    if (this.#turn !== null) await this.#endTurn(this.#turn);
    const tail = tails.at(after);
    if (tail === undefined) return null;
    this.#turn = client;
    try {
      const [, , , page] = await writer.on(
        client,
        () => [
          { name: "begin", text: "begin" },
          { text: `set local lock_timeout = ${Math.max(1, Math.ceil(patience))}` },
          { name: "turn", text: "select pg_advisory_xact_lock($1)", values: [address.locks.turn] },
          pageQuery(tail.first, tail.first),
        ],
        PATIENCE + patience,
      );
      const rows = [...(await reader.chained(tail, (page?.rows ?? []) as BatchRow[]))];
      for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
        const [more] = await writer.on(client, pagesAfter(last));
        const news = await reader.chained(last, (more?.rows ?? []) as BatchRow[]);
        if (news.length === 0) break;
        rows.push(...news);
      }
      this.#log.bring(rows);
      const stored = rows.map((row) => new StoredEntries(row));
      return {
        behind: {
          *[Symbol.iterator]() {
            for (const entries of stored) yield* entries;
          },
        },
        append: (expected, batch) => this.#appendInTurn(client, expected, batch),
        release: () => this.#endTurn(client),
      };
    } catch (error) {
      await this.#endTurn(client);
      if (error instanceof StorageError) throw error;
      return null;
    }
  }

  async #appendInTurn(client: PgClient, expected: Position, batch: readonly Entry[]): Promise<Appended> {
    if (this.#turn !== client) return this.append(expected, batch);
    this.#turn = null;
    return this.#append(client, expected, batch, [COMMIT]);
  }

  /** If the transaction has ended already, the rollback is only a warning. */
  async #endTurn(client: PgClient): Promise<void> {
    if (this.#turn !== client) return;
    this.#turn = null;
    await this.#log.writer.on(client, () => [{ text: "rollback" }]).catch(() => this.#log.writer.drop());
  }

  /** `commit`: the statements that end the transaction that the client is in. */
  async #append(
    client: PgClient,
    expected: Position,
    batch: readonly Entry[],
    commit: readonly PgQuery[],
  ): Promise<Appended> {
    const { writer, tails } = this.#log;
    const [head] = batch;
    if (head === undefined) return { kind: "ok", head: expected };
    const encoded = encodeBatch(batch);
    // The position alone does not fence: after a failover, another batch may be stored there.
    const before = tails.at(expected);
    const place = { first: expected + 1, last: expected + batch.length, id: head.commit };
    try {
      if (encoded === null) {
        await writer.on(client, () => commit);
        return tooLarge("PostgreSQL");
      }
      if (before === undefined) {
        await writer.on(client, () => commit);
        return await this.#conflict(client, { ...place, digest: null });
      }
      const { body, crc } = encoded;
      const own = { ...place, digest: chainDigest(before.digest, { ...place, crc }) };
      const patience = PATIENCE + (PATIENCE_PER_MIB * body.length) / (1 << 20);
      writer.takeDoubtfulCommit();
      const queries = () => [appendQuery({ ...own, before, body, crc }), ...commit];
      const [appended] = await writer.on(client, queries, patience);
      if (writer.takeDoubtfulCommit()) {
        this.#log.doubt();
        return { kind: "unknown", reason: "the wait for a standby was cancelled" };
      }
      if (appended?.rowCount !== 1) return await this.#conflict(client, own);
      tails.note(own);
      this.#log.bring([{ ...own, prev: before.id, body, crc }]);
      this.#log.announce(own.last);
      return { kind: "ok", head: own.last };
    } catch (error) {
      const appended = appendedByError(error, expected);
      // Nobody waits for this client any more, whatever it still does.
      if (appended.kind === "unknown" || sqlStateOf(error) === READ_ONLY) writer.drop();
      return appended;
    }
  }

  /** Nothing was written: the log's head has advanced, or an earlier attempt has stored this batch. */
  async #conflict(client: PgClient, own: Tail): Promise<Appended> {
    const [look, head] = await this.#log.writer.on(client, () => [lookQuery(own.first), HEAD]);
    const there = (look?.rows as Omit<Tail, "digest">[] | undefined)?.[0];
    const last = (head?.rows as Tail[] | undefined)?.[0]?.last ?? 0;
    if (there?.id !== own.id) return { kind: "conflict", head: last };
    this.#log.tails.note(own);
    return { kind: "ok", head: own.last };
  }
}

function pagesAfter(tail: Tail): () => readonly PgQuery[] {
  return () => [pageQuery(tail.first, tail.first)];
}
