import { expect, it, onTestFinished } from "vitest";
import type { Storage } from "../../storage/internal.ts";
import { sampleCommit } from "../../storage/testing/commits.ts";
import { titles } from "../support/content/library.ts";
import { eventually } from "../support/eventually.ts";
import { openBooks } from "../support/storage/open-books.ts";

/** A server whose logs several nodes share. */
export interface SharedServer {
  newPlace(): string;
  /** A storage that is not open yet; `now` is its clock. */
  storage(place: string, options?: { now(): number }): Storage;
  /** Has `run` called before each page that a storage reads, until the test has ended. */
  beforePages(run: () => Promise<void>): void;
  /** Takes from the nodes of a place the server that they write to, and gives it back. `goOn`: waits for writes. */
  interrupt(place: string, goOn: () => Promise<void>): Promise<void>;
}

/** Tests of nodes that share a log of a real server, beyond the checks of the storage port. */
export function sharedServerSuite({ newPlace, storage, beforePages, interrupt }: SharedServer): void {
  it("ends reading though others append before each page", async () => {
    const place = newPlace();
    const [writer, reader] = [storage(place), storage(place)];
    for (const each of [writer, reader]) {
      await each.open();
      onTestFinished(() => each.close());
    }
    let head = 0;
    const append = async () => {
      const entry = { position: head + 1, commit: `commit-${head + 1}`, body: sampleCommit(head + 1) };
      expect(await writer.append(head, [entry])).toEqual({ kind: "ok", head: head + 1 });
      head += 1;
    };
    await append();
    let pages = 0;
    beforePages(async () => {
      pages += 1;
      expect(pages).toBeLessThan(50);
      await append();
    });
    const positions: number[] = [];
    for await (const entries of reader.read(1)) for (const { position } of entries) positions.push(position);
    expect(positions).toEqual(positions.map((_, at) => at + 1));
    expect(positions).toContain(1);
    expect(pages).toBeGreaterThan(0);
  });

  it("accepts no writes on a machine whose clock is half a minute off, until it is set", async () => {
    let offset = 0;
    const { store, add } = await openBooks(storage(newPlace(), { now: () => Date.now() + offset }));
    await add("before");
    await eventually(() => expect(store.clockOffset).toBeCloseTo(0, -2));
    offset = 40_000;
    await eventually(() => expect(store.obstacle?.reason).toMatch(/is (39|40) s ahead of that/));
    await expect(add("ahead")).rejects.toMatchObject({ code: "unavailable" });
    offset = -40_000;
    await eventually(() => expect(store.obstacle?.reason).toMatch(/is (39|40) s behind that/));
    offset = 20_000;
    await eventually(() => expect(store.obstacle).toBeNull());
    await add("after");
    expect(titles(store.engine)).toEqual(["before", "after"]);
  });

  it("has every acknowledged write of three nodes once, though the server is killed among them", async () => {
    const place = newPlace();
    const open = () => openBooks(storage(place));
    const all = [await open(), await open(), await open()];
    const acknowledged: string[] = [];
    let isOver = false;
    const writers = all.map(async ({ add }, node) => {
      for (let at = 0; !isOver; at += 1) {
        const title = `${node} ${at}`;
        await add(title).then(
          () => acknowledged.push(title),
          () => new Promise((resolve) => setTimeout(resolve, 20)),
        );
      }
    });
    const goOn = async () => {
      const before = acknowledged.length;
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 30));
    };
    await goOn();
    await interrupt(place, goOn);
    await goOn();
    isOver = true;
    await Promise.all(writers);
    const last = await open();
    const found = titles(last.store.engine);
    expect(new Set(found).size).toBe(found.length);
    expect(acknowledged.filter((title) => !found.includes(title))).toEqual([]);
    for (const { store } of all) {
      await eventually(() => expect(store.engine.number).toBe(last.store.engine.number));
      expect([...store.engine.dump()]).toEqual([...last.store.engine.dump()]);
    }
  });
}
