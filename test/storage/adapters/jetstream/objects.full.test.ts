import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseAddress } from "../../../../storage/adapters/jetstream/address.ts";
import { Objects } from "../../../../storage/adapters/jetstream/beside/objects.ts";
import { Connection } from "../../../../storage/adapters/jetstream/connection.ts";
import { PART } from "../../../../storage/adapters/jetstream/messages.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_NATS, startNats } from "../../../support/peers/nats.ts";
import { TcpLink } from "../../../support/peers/tcp-link.ts";
import { openedForAll } from "../../../support/run/opened.ts";

describe.skipIf(!HAS_NATS)("Objects beside a JetStream log (skipped where nats-server 2.15 is not there)", () => {
  const cluster = openedForAll(() => startNats(1));

  it("throws what the bytes throw to its caller, and to nobody else", async () => {
    const { objects, unhandled } = await open();
    const source = parts(3, () => Promise.reject(new Error("taken over")));
    await expect(objects.put("a", source.bytes)).rejects.toThrow("taken over");
    expect(await objects.find("a")).toBeNull();
    expect([source.isClosed(), await unhandled()]).toEqual([true, []]);
  });

  it("throws what the bytes throw also when the connection has closed", async () => {
    const { objects, connection, unhandled } = await open();
    const source = parts(3, async () => {
      await connection.close();
      throw new Error("taken over");
    });
    await expect(objects.put("a", source.bytes)).rejects.toThrow("taken over");
    expect([source.isClosed(), await unhandled()]).toEqual([true, []]);
  });

  it("closes bytes whose reading fails after storing them has failed", async () => {
    const { objects, connection, unhandled } = await open();
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const source = parts(
      3,
      () => Promise.reject(new Error("taken over")),
      async (part) => {
        if (part === 1) await connection.close();
        if (part === 2) await gate;
      },
    );
    await expect(objects.put("a", source.bytes)).rejects.toThrow(/closed/i);
    goOn();
    expect(await unhandled()).toEqual([]);
    expect(source.isClosed()).toBe(true);
  });

  it("fails when the connection is lost in the middle, and stores the same bytes when it is back", async () => {
    const { objects, link, unhandled } = await open();
    const source = parts(
      3,
      async () => {},
      async (part) => {
        if (part !== 1) return;
        link.cut();
        setTimeout(() => link.mend(), 100);
      },
    );
    await expect(objects.put("a", source.bytes)).rejects.toThrow(/timeout|disconnect/i);
    expect([source.isClosed(), await unhandled()]).toEqual([true, []]);
    const again = () => objects.put("a", parts(3).bytes);
    const { size } = await eventually(again);
    expect(size).toBe(3 * PART);
  });

  it("closes bytes that it has never read", async () => {
    const { objects, connection, unhandled } = await open();
    await objects.find("a");
    await connection.close();
    const source = parts(3);
    await expect(objects.put("a", source.bytes)).rejects.toThrow(/closed/i);
    expect([source.isRead() && !source.isClosed(), await unhandled()]).toEqual([false, []]);
  });

  async function open() {
    const place = cluster.newPlace();
    const port = cluster.servers[0]?.port ?? 0;
    const link = await TcpLink.to(port);
    const address = parseAddress(place.replace(`:${port}/`, `:${link.port}/`));
    const connection = await Connection.to(address);
    const failures: unknown[] = [];
    const note = (reason: unknown) => failures.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(async () => {
      process.off("unhandledRejection", note);
      await connection.close();
      link.close();
    });
    const objects = new Objects({ connection: () => connection, bucket: address.buckets.files, replicas: () => 1 });
    /** Rejections that nobody has handled, after a while in which they would have come. */
    const unhandled = async () => {
      await sleep(50);
      return failures;
    };
    return { objects, connection, link, unhandled };
  }
});

/** So many parts, and what happens before each of them and in the end. */
function parts(count: number, end = async () => {}, before: (part: number) => Promise<void> = async () => {}) {
  let isRead = false;
  let isClosed = false;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    isRead = true;
    try {
      for (let part = 0; part < count; part += 1) {
        await before(part);
        yield Buffer.alloc(PART, part);
      }
      await end();
    } finally {
      isClosed = true;
    }
  }
  return { bytes: bytes(), isRead: () => isRead, isClosed: () => isClosed };
}
