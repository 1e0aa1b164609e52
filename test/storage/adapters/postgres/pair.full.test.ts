import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Connection } from "../../../../storage/adapters/postgres/connection.ts";
import { PostgresStorage } from "../../../../storage/adapters/postgres/index.ts";
import { titles } from "../../../support/content/library.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_POSTGRES } from "../../../support/peers/postgres.ts";
import { PostgresPair } from "../../../support/peers/postgres-pair.ts";
import { openedForAll } from "../../../support/run/opened.ts";
import { openBooks } from "../../../support/storage/open-books.ts";

describe.skipIf(!HAS_POSTGRES)("PostgreSQL with a standby (skipped where it is not installed)", () => {
  const pair = openedForAll(() => PostgresPair.start());

  const openNode = () => {
    const [one, other] = pair.ports;
    return openBooks(new PostgresStorage(`postgres://galley@127.0.0.1:${one},127.0.0.1:${other}/postgres`));
  };

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
