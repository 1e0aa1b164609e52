import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { JetStreamStorage } from "../../../../storage/adapters/jetstream/index.ts";
import { titles } from "../../../support/content/library.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_NATS, type NatsServer, startNats } from "../../../support/peers/nats.ts";
import { openedForAll } from "../../../support/run/opened.ts";
import { openBooks } from "../../../support/storage/open-books.ts";

/** Milliseconds between two looks of a node at the log. */
const CHECK_INTERVAL = 500;

describe.skipIf(!HAS_NATS)("JetStream without one of three servers", () => {
  const cluster = openedForAll(() => startNats(3, { areLinked: true }));
  const mends: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const mend of mends.splice(0)) await mend();
  });

  it.each([
    ["one is killed", "kill", 0],
    ["the first one is paused", "pause", 0],
    ["the second one is paused", "pause", 1],
    ["the third one is paused", "pause", 2],
  ] as const)("opens a log while %s", async (_, fault, at) => {
    const place = cluster.newPlace();
    await (await openNode(place)).add("before");
    await disturb(fault, cluster.servers[at]);
    const { add, store } = await openNode(place);
    await eventually(() => add("meanwhile"));
    expect(titles(store.engine)).toEqual(["before", "meanwhile"]);
  });

  it("opens a log while its leader is paused", async () => {
    const place = cluster.newPlace();
    await (await openNode(place)).add("before");
    await disturb("pause", await cluster.leaderOf(place));
    const { store } = await openNode(place);
    expect(titles(store.engine)).toEqual(["before"]);
  });

  it("makes a log while one is paused", async () => {
    await disturb("pause", cluster.servers[0]);
    const { add, store } = await openNode(cluster.newPlace());
    await eventually(() => add("meanwhile"));
    expect(titles(store.engine)).toEqual(["meanwhile"]);
  });

  async function disturb(fault: "kill" | "pause", server: NatsServer | undefined): Promise<void> {
    if (server === undefined) throw new Error("There is no server");
    await server[fault]();
    mends.push(() => (fault === "kill" ? server.start() : server.resume()));
  }

  it("names the monitors that do not answer where most do not", async () => {
    const place = cluster.newPlace();
    await (await openNode(place)).add("before");
    const dead = place.replace(/monitors=([^,]*),.*/, "monitors=$1,http://127.0.0.1:1,http://127.0.0.1:2");
    await expect(new JetStreamStorage(dead).open()).rejects.toThrow(
      /127\.0\.0\.1:1 does not answer: .*; http:\/\/127\.0\.0\.1:2 does not answer/,
    );
    const lacking = place.replace(/monitors=([^,]*),([^,]*),.*/, "monitors=$1,$2");
    await expect(new JetStreamStorage(lacking).open()).rejects.toThrow(/monitors=… lacks that of server n3/);
  });

  it("leaves a server that is cut off from the other two", async () => {
    const place = cluster.newPlace();
    const [cutOff] = cluster.servers;
    if (cutOff === undefined) throw new Error("There is no server");
    const { add, store } = await openNode(place, cutOff.port);
    await add("before");
    const looking = setInterval(() => void store.hasApplied("latest", CHECK_INTERVAL), CHECK_INTERVAL);
    onTestFinished(() => clearInterval(looking));
    cutOff.isolate();
    mends.push(() => cutOff.rejoin());
    // As long as it is cut off: it is not mended before the test has ended.
    await eventually(async () => {
      expect(await store.hasApplied("latest", 1_000)).toBe(true);
      await add("meanwhile");
    });
    expect(titles(store.engine).slice(0, 2)).toEqual(["before", "meanwhile"]);
  });
});

/** `first`: the port of the server that the node connects to first; that one tells it of the others. */
function openNode(place: string, first?: number) {
  const address = first === undefined ? place : place.replace(/^nats:\/\/[^/]*/, `nats://127.0.0.1:${first}`);
  return openBooks(new JetStreamStorage(address));
}
