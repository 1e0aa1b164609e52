import { randomUUID } from "node:crypto";
import { appendFailed, reasonOf, StorageError } from "../../error.ts";
import { assertFileName, isFileName } from "../../file-store/file-name.ts";
import { inParts } from "../../file-store/in-parts.ts";
import type { FileStore, ReceivedFile, StoredFile } from "../../file-store/port.ts";
import type { Connection } from "./connection.ts";
import type { PgQuery } from "./pg.ts";
import { isNoRoom, sqlStateOf } from "./sql-state.ts";

const PART = 256 << 10;

interface FileRow {
  readonly id: string;
  readonly size: number;
  readonly modified: number;
}

/** Uploaded files beside a log, shared by all its nodes. They can be used while the log is open. */
export class PostgresFiles implements FileStore {
  readonly #connection: () => Connection;

  /** `connection` throws StorageError `misused` while the log is not open. */
  constructor(connection: () => Connection) {
    this.#connection = connection;
  }

  async put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    assertFileName(name);
    await (await this.receive(bytes)).keep(name);
  }

  async receive(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const id = randomUUID();
    // Removes what a process left behind that ended while it was receiving a file.
    await this.#query("delete from file where name is null and modified < now() - interval '1 hour'");
    await this.#query("insert into file (id, size, modified) values ($1, 0, now())", [id]);
    const discard = async () => {
      await this.#query("delete from file where id = $1 and name is null", [id]);
    };
    let size = 0;
    try {
      let part = 0;
      for await (const body of inParts(bytes, PART)) {
        await this.#query(
          `with renewed as (update file set modified = now(), size = size + length($3::bytea) where id = $1 returning id)
             insert into file_part (id, part, body) select id, $2, $3::bytea from renewed`,
          [id, part, body],
        );
        part += 1;
        size += body.length;
      }
    } catch (error) {
      await discard().catch(() => {});
      throw error;
    }
    return { size, keep: (name) => this.#keep(id, name), discard };
  }

  async #keep(id: string, name: string): Promise<void> {
    assertFileName(name);
    const connection = this.#connection();
    const [, , kept] = await connection.on(await connection.client(), () => [
      { text: "begin" },
      { text: "delete from file where name = $1 and id <> $2", values: [name, id] },
      { text: "update file set name = $1, modified = now() where id = $2", values: [name, id] },
      { text: "commit" },
    ]);
    if (kept?.rowCount !== 1) throw new StorageError("misused", "The received file no longer exists");
  }

  async open(name: string): Promise<StoredFile | null> {
    if (!isFileName(name)) return null;
    const { rows } = await this.#connection().query<FileRow>({
      text: "select id, size, (extract(epoch from modified) * 1000)::bigint as modified from file where name = $1",
      values: [name],
    });
    const [file] = rows;
    if (file === undefined) return null;
    const { id, size, modified } = file;
    return { size, modifiedAt: modified, read: (from = 0, to = size) => this.#read(id, from, Math.min(to, size)) };
  }

  async *#read(id: string, from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < to; ) {
      const part = Math.floor(at / PART);
      const query: PgQuery = {
        name: "file_part",
        text: "select body from file_part where id = $1 and part = $2",
        values: [id, part],
      };
      const body = (await this.#connection().query<{ readonly body: Buffer }>(query)).rows[0]?.body;
      if (body === undefined) throw new StorageError("unreadable", "The file was removed while it was read");
      const piece = body.subarray(at - part * PART, to - part * PART);
      yield piece;
      at += piece.length;
    }
  }

  async delete(name: string): Promise<void> {
    if (isFileName(name)) await this.#query("delete from file where name = $1", [name]);
  }

  async *list(): AsyncGenerator<string> {
    const text = "select name from file where name is not null";
    const { rows } = await this.#connection().query<{ readonly name: string }>({ text });
    for (const { name } of rows) yield name;
  }

  async #query(text: string, values: unknown[] = []): Promise<void> {
    try {
      await this.#connection().query({ text, values });
    } catch (error) {
      if (!isNoRoom(sqlStateOf(error) ?? "")) throw error;
      throw appendFailed({ reason: reasonOf(error), noRoom: true });
    }
  }
}
