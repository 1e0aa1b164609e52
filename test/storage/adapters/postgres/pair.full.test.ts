import { randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Connection } from "../../../../storage/adapters/postgres/connection.ts";
import { PostgresStorage } from "../../../../storage/adapters/postgres/index.ts";
import { Store } from "../../../../storage/internal.ts";
import { addBook, emptyLibrary, titles } from "../../../support/content/library.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_POSTGRES } from "../../../support/peers/postgres.ts";
import { PostgresPair } from "../../../support/peers/postgres-pair.ts";
import { openedForAll } from "../../../support/run/opened.ts";

describe.skipIf(!HAS_POSTGRES)("PostgreSQL with a standby (skipped where it is not installed)", () => {
  const pair = openedForAll(() => PostgresPair.start());

  async function openNode() {
    const [one, other] = pair.ports;
    const storage = new PostgresStorage(`postgres://galley@127.0.0.1:${one},127.0.0.1:${other}/postgres`);
    const env = { ...countingEnv(), newDocumentId: () => randomBytes(12).toString("hex") };
    const store = await Store.open({ engine: emptyLibrary(), storage, env, report: () => {} });
    onTestFinished(() => store.close());
    const add = (title: string) =>
      store.write(
        (transaction) => addBook(transaction, title),
        () => null,
      );
    return { store, add };
  }

  it("opens a log whose primary hangs for a moment", async () => {
    const { store, add } = await openNode();
    await add("before");
    await store.close();
    const goOn = pair.pausePrimary();
    onTestFinished(goOn);
    const asked = vi.spyOn(Connection.prototype, "client");
    onTestFinished(() => asked.mockRestore());
    const opening = openNode();
    // The client has tried once in vain.
    await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(3));
    goOn();
    expect(titles((await opening).store.engine)).toEqual(["before"]);
  });

  it("opens a log whose primary is killed, while the standby is promoted", async () => {
    const { add } = await openNode();
    await add("on both");
    const promoted = pair.failOver();
    const { store } = await openNode();
    await promoted;
    expect(titles(store.engine)).toContain("on both");
  });
});
