import { afterEach, describe, expect, it, vi } from "vitest";
import { parseAddress } from "../../../../storage/adapters/jetstream/address.ts";
import { Connection } from "../../../../storage/adapters/jetstream/connection.ts";
import { patiently } from "../../../../storage/adapters/jetstream/stream.ts";
import { HAS_NATS, startNats } from "../../../support/peers/nats.ts";
import { openedForAll } from "../../../support/run/opened.ts";

describe.skipIf(!HAS_NATS)("a connection to JetStream that was closed", () => {
  const cluster = openedForAll(() => startNats(1));
  afterEach(() => void vi.useRealTimers());

  it("refuses to read a page, leaves no timer behind, and is not asked again", async () => {
    const connection = await Connection.to(parseAddress(cluster.newPlace()));
    await connection.close();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const look = vi.fn(() => connection.look({ stream: "none", seq: 1 }));
    await expect(patiently(look)).rejects.toThrow("closed connection");
    expect(look).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
