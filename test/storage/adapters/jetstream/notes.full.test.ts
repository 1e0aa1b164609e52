import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseAddress } from "../../../../storage/adapters/jetstream/address.ts";
import { Notes } from "../../../../storage/adapters/jetstream/beside/notes.ts";
import { Connection } from "../../../../storage/adapters/jetstream/connection.ts";
import { ServerClock } from "../../../../storage/adapters/shared-log/server-clock.ts";
import { CLAIM_LAPSE } from "../../../../storage/sharing/lapses.ts";
import { HAS_NATS, startNats } from "../../../support/peers/nats.ts";
import { openedForAll } from "../../../support/run/opened.ts";

describe.skipIf(!HAS_NATS)("The snapshot note of a JetStream log (skipped where nats-server 2.15 is not there)", () => {
  const cluster = openedForAll(() => startNats(1));

  it("is renewed although it was changed between reading and writing", async () => {
    const { node, between, age } = await aPlace();
    const one = await node("one");
    expect(await one.claim(10)).toBe(true);
    between(() => age(1000));
    await one.renew();
    between(() => age(1000));
    await one.release(10);
    expect(await one.newestSnapshot()).toBe(10);
  });

  it("says who may store a snapshot although the claim was taken over between reading and writing", async () => {
    const { node, between, age } = await aPlace();
    const [one, other] = [await node("one"), await node("other")];
    expect(await one.claim(10)).toBe(true);
    between(async () => {
      await age(CLAIM_LAPSE + 1000);
      expect(await other.claim(10)).toBe(true);
    });
    await expect(one.renew()).rejects.toMatchObject({ code: "misused", message: /another node has taken over/i });
    expect(await one.claim(10)).toBe(false);
    await other.renew();
  });

  it("is claimed by one of two that claim at once", async () => {
    const { node, between } = await aPlace();
    const [one, other] = [await node("one"), await node("other")];
    between(async () => expect(await other.claim(10)).toBe(true));
    expect(await one.claim(10)).toBe(false);
  });

  it("keeps the newest position and the claim of the next node when a lapsed claim ends", async () => {
    const { node, age } = await aPlace();
    const [one, other, third] = [await node("one"), await node("other"), await node("third")];
    expect(await one.claim(10)).toBe(true);
    await age(CLAIM_LAPSE + 1000);
    expect(await other.claim(15)).toBe(true);
    await one.release(10);
    expect(await one.newestSnapshot()).toBe(10);
    expect(await third.claim(20)).toBe(false);
    await other.release(15);
    await one.release(10);
    expect(await one.newestSnapshot()).toBe(15);
  });

  it("survives a write whose answer is lost", async () => {
    const { node, loseAnswer } = await aPlace();
    const [one, other] = [await node("one"), await node("other")];
    loseAnswer();
    expect(await one.claim(10)).toBe(true);
    loseAnswer();
    await one.renew();
    expect(await other.claim(10)).toBe(false);
    loseAnswer();
    await one.release(10);
    expect(await other.newestSnapshot()).toBe(10);
    expect(await other.claim(11)).toBe(true);
  });

  it("begins anew when it was deleted", async () => {
    const { node, place } = await aPlace();
    const one = await node("one");
    expect(await one.claim(10)).toBe(true);
    await one.release(10);
    await cluster.lose(place, 0);
    expect(await one.newestSnapshot()).toBe(0);
    expect(await one.claim(5)).toBe(true);
  });

  it.each([
    ["snapshot", (notes: Notes) => notes.claim(10)],
    ["snapshot", (notes: Notes) => notes.newestSnapshot()],
    ["node.other", (notes: Notes) => notes.nodes()],
    [`lease.${Buffer.from("a").toString("base64url")}`, (notes: Notes) => notes.lease("a", 10)],
  ])("is named where it is damaged: %s", async (key, use) => {
    const { node, spoil } = await aPlace();
    const one = await node("one");
    for (const text of ["{", "[]", '"a"', '{"newest":"1","by":null,"seen":0,"host":1,"until":null}']) {
      await spoil(key, text);
      await expect(use(one)).rejects.toMatchObject({
        code: "damaged",
        message: expect.stringContaining(`remove ${key} from`),
      });
    }
  });

  /** Nodes over notes of their own, and what happens to them. */
  async function aPlace() {
    const place = cluster.newPlace();
    const address = parseAddress(place);
    const connection = await Connection.to(address);
    onTestFinished(() => connection.close());
    await connection.jsm.streams.add({ name: address.stream, subjects: [address.subjects.log] });
    let happening: (() => Promise<void>) | null = null;
    let isLosing = false;
    const disturbed = new Proxy(connection, {
      get: (target, key) => {
        if (key === "look") return target.look.bind(target);
        if (key !== "last") return Reflect.get(target, key, target);
        return async (stream: string, subject: string) => {
          const found = await target.last(stream, subject);
          const happen = happening;
          happening = null;
          await happen?.();
          return found;
        };
      },
    });
    const node = async (name: string) => {
      const notes = new Notes({
        connection: () => disturbed,
        bucket: address.buckets.notes,
        node: name,
        applied: () => 0,
        clock: new ServerClock(Date.now),
        place,
      });
      await notes.open(1);
      return notes;
    };
    const { nc } = connection;
    const request = nc.request.bind(nc);
    vi.spyOn(nc, "request").mockImplementation(async (subject, ...rest) => {
      const answer = await request(subject, ...rest);
      if (!isLosing || !subject.startsWith("$KV.")) return answer;
      isLosing = false;
      throw new Error("timeout");
    });
    return {
      place,
      node,
      age: (milliseconds: number) => cluster.age(place, milliseconds),
      /** Someone else writes into the bucket. */
      spoil: async (key: string, text: string) => {
        await connection.js.publish(`$KV.${address.buckets.notes}.${key}`, text);
      },
      /** Happens once, after the next reading of the note. */
      between: (happen: () => Promise<void>) => {
        happening = happen;
      },
      /** The next write is stored, and its answer does not arrive. */
      loseAnswer: () => {
        isLosing = true;
      },
    };
  }
});
