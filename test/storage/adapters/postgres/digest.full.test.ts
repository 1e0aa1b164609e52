import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { PostgresStorage } from "../../../../storage/adapters/postgres/index.ts";
import { chainDigest, EMPTY_DIGEST } from "../../../../storage/adapters/shared-log/digest.ts";
import { checkLog } from "../../../../storage/internal.ts";
import { titles } from "../../../support/content/library.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_POSTGRES, startPostgres } from "../../../support/peers/postgres.ts";
import { openedForAll } from "../../../support/run/opened.ts";
import { openBooks } from "../../../support/storage/open-books.ts";

/** A batch as its row has it. */
interface Row {
  readonly first: number;
  readonly last: number;
  readonly id: string;
  readonly crc: number;
  readonly body: Buffer;
  readonly digest: number | null;
}

describe.skipIf(!HAS_POSTGRES)("digest of a log in PostgreSQL (skipped where it is not installed)", () => {
  const server = openedForAll(startPostgres);

  /** A new log, and what its tables are asked for. */
  function newLog() {
    const place = server.newPlace();
    const schema = new URL(place.replace("@/", "@x/")).searchParams.get("schema") ?? "";
    const sql = <R = unknown>(text: string) => server.sql<R>(text.replaceAll("$", `${schema}.`));
    const rows = () => sql<Row>("select first, last, id, body, crc, digest from $batch where first > 0 order by first");
    /** Exchanges a title, with the checksum that the batch has then; `set`: further columns to exchange. */
    const exchange = async (title: string, by: string, set = "") => {
      const row = (await rows()).find(({ body }) => body.includes(title));
      const body = Buffer.from(String(row?.body).replaceAll(title, by));
      const values = `body = decode('${body.toString("hex")}', 'hex'), crc = ${crc32(body) | 0}${set}`;
      await sql(`update $batch set ${values} where first = ${row?.first}`);
      return Number(row?.first);
    };
    return { place, sql, rows, exchange };
  }

  const openNode = (place: string) => openBooks(new PostgresStorage(place));

  it("is the same for all nodes, from the start and from a snapshot", async () => {
    const { place, rows } = newLog();
    const [one, other] = [await openNode(place), await openNode(place)];
    await Promise.all(
      [one, other].flatMap(({ add }, node) => Array.from({ length: 20 }, (_, at) => add(`${node} ${at}`))),
    );
    await eventually(() => expect(one.store.engine.number).toBe(other.store.engine.number));
    await one.store.snapshot();
    const late = await openNode(place);
    await late.add("late");
    await other.add("after");
    const digests = (await rows()).map(({ digest }) => digest);
    expect(digests).not.toContain(null);
    expect(new Set(digests).size).toBe(digests.length);
    expect(await checkLog(new PostgresStorage(place))).toBe(other.store.engine.number);
  });

  it("detects a replaced log on opening that running nodes have not noticed", async () => {
    const { place, exchange } = newLog();
    const { add, store } = await openNode(place);
    await add("first");
    await add("second");
    await add("third");
    const position = await exchange("second", "forged");
    const damaged = { code: "damaged", details: { position } };
    await expect(openNode(place)).rejects.toMatchObject(damaged);
    await expect(checkLog(new PostgresStorage(place))).rejects.toMatchObject(damaged);
    await add("fourth");
    expect(titles(store.engine)).toEqual(["first", "second", "third", "fourth"]);
  });

  it("prevents a node from writing after unread entries, although ids and positions match", async () => {
    const { place, sql, exchange } = newLog();
    const node = await openNode(place);
    await node.add("first");
    await node.add("second");
    const position = await exchange("second", "forged", ", digest = null");
    // As a node of an earlier version writes them: those which read it come to a digest of their own.
    const writer = await openNode(place);
    await writer.add("third");
    await expect.poll(() => node.reports.join()).toContain("The store accepts no more writes");
    await expect(node.add("behind")).rejects.toMatchObject({ code: "unavailable" });
    expect(titles(writer.store.engine)).toEqual(["first", "forged", "third"]);
    expect(await sql(`select from $batch where first > ${position + 1}`)).toHaveLength(0);
  });

  it("makes a node read a log again whose last batch differs under the same id", async () => {
    const { place, sql, rows, exchange } = newLog();
    const node = await openNode(place);
    await node.add("first");
    await node.add("second");
    const position = await exchange("second", "forged");
    const digest = (await rows()).reduce<number | null>(chainDigest, EMPTY_DIGEST);
    await sql(`update $batch set digest = ${digest} where first = ${position}`);
    await eventually(() => expect(node.store.resyncs).toBe(1));
    expect(titles(node.store.engine)).toEqual(["first", "forged"]);
    await node.add("third");
    expect(titles(node.store.engine)).toEqual(["first", "forged", "third"]);
  });

  it("is stored with a snapshot, and identifies one of another content", async () => {
    const { place, sql } = newLog();
    const { add, store } = await openNode(place);
    await add("first");
    await store.snapshot();
    await add("second");
    expect(await sql("select digest from $snapshot where digest is not null")).toHaveLength(1);
    await openNode(place);
    await sql("update $snapshot set digest = digest + 1");
    await expect(openNode(place)).rejects.toMatchObject({ code: "diverged" });
    await expect(checkLog(new PostgresStorage(place))).rejects.toMatchObject({ code: "diverged" });
  });

  it("starts on tables of an earlier version, whose nodes ignore it", async () => {
    const { place, sql, rows } = newLog();
    const first = await openNode(place);
    await first.add("first");
    await first.store.snapshot();
    await first.store.close();
    for (const table of ["batch", "snapshot"]) await sql(`alter table $${table} drop column digest`);
    const second = await openNode(place);
    expect(titles(second.store.engine)).toEqual(["first"]);
    await second.add("second");
    const [, written] = await rows();
    expect(written?.digest).toBeNull();
    await sql("delete from $snapshot");
    const third = await openNode(place);
    await third.add("third");
    expect((await rows()).map(({ digest }) => digest === null)).toEqual([true, true, false]);
    expect(await checkLog(new PostgresStorage(place))).toBe(third.store.engine.number);
  });
});
