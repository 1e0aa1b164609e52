import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { Caller } from "../support/requests/caller.ts";
import { CAN_FAULT, prepareFaults } from "./faulty-disk.ts";
import { Load } from "./load.ts";
import { verify } from "./verify.ts";

const TIMEOUT = 3_600_000;
/** Which flush fails: a few in every run, each of the first many in the long form. */
const LONG = Number(process.env.GALLEY_FLUSH_FAULTS ?? 0);
const FLUSHES = LONG > 0 ? Array.from({ length: LONG }, (_, index) => index + 1) : [1, 3];

const book = (title: string) => ({ data: { title, status: "published" } });

// Without a compiler there is nothing to make the faults with; the simulated disk makes them everywhere.
if (CAN_FAULT) {
  describe("a server on a bad disk", { timeout: TIMEOUT }, () => {
    async function prepared() {
      const folder = await newFolder();
      return { folder, startFaulty: await prepareFaults() };
    }

    it("neither answers a write nor shows it before its flush has ended", async () => {
      const { folder, startFaulty } = await prepared();
      const log = join(folder, "flushes");
      await writeFile(log, "");
      const flushes = async () => (await readFile(log)).length;
      const server = await startFaulty(join(folder, "slow"), { FLUSH_DELAY: "200", FLUSH_LOG: log });
      const caller = new Caller(server.url);
      for (let round = 1; round <= 3; round += 1) {
        const before = await flushes();
        let isAnswered = false;
        const write = caller.post("/api/books", book(`book ${round}`)).then(({ status }) => {
          isAnswered = true;
          return status;
        });
        while (!isAnswered) {
          const shown = (await caller.get("/api/books")).all("title");
          if (shown.includes(`book ${round}`)) expect(await flushes()).toBeGreaterThan(before);
          await setTimeout(10);
        }
        expect(await write).toBe(201);
        expect(await flushes()).toBeGreaterThan(before);
      }
      await server.kill();
    });

    it.each(FLUSHES)(
      "takes no more writes after flush %i has failed, reads on, and restarts to all it said",
      async (n) => {
        const { folder, startFaulty } = await prepared();
        const data = join(folder, `flush-${n}`);
        const server = await startFaulty(data, { FLUSH_FAULT: String(n) });
        const caller = new Caller(server.url);
        const load = new Load();
        let refused = await caller.post("/api/authors", { data: { name: "Ann", status: "published" } });
        const author = refused.status === 201 ? refused.entry.documentId : null;
        for (let count = 1; author !== null && count <= n && refused.status === 201; count += 1) {
          const title = `book ${count}`;
          refused = await caller.post("/api/books", { data: { title, author, status: "published" } });
          if (refused.status === 201) load.acknowledged.set(refused.entry.documentId, title);
        }
        // The write may have reached the disk.
        expect(refused.status).toBe(504);
        const later = await caller.post("/api/books", book("later"));
        expect(later.status).toBe(503);
        expect(later.error.details).toMatchObject({ reason: expect.stringContaining("EIO") });
        expect((await caller.get("/api/books")).status).toBe(200);
        expect((await fetch(`${server.url}/_health/ready`)).status).toBe(503);
        expect(load.acknowledged.size).toBe(Math.max(0, n - 2));
        await server.kill();
        await verify(data, load);
      },
    );

    it("refuses writes on a full disk, continues to read, and accepts writes again when there is space", async () => {
      const { folder, startFaulty } = await prepared();
      const full = join(folder, "full");
      const data = join(folder, "small");
      const server = await startFaulty(data, { DISK_FULL: full });
      const caller = new Caller(server.url);
      expect((await caller.post("/todos", { title: "before" })).status).toBe(201);
      await writeFile(full, "");
      for (let count = 0; count < 3; count += 1) {
        expect((await caller.post("/todos", { title: "none" })).status).toBe(507);
        expect((await caller.post("/api/books", book("none"))).status).toBe(507);
        expect((await caller.get("/todos")).status).toBe(200);
        expect((await caller.get("/_health")).body).toMatchObject({
          storage: { takesWrites: false, reason: "no room" },
        });
        expect((await caller.get("/_health/ready")).status).toBe(503);
      }
      await rm(full);
      // Without a write: a server that is not ready gets none.
      await expect.poll(async () => (await caller.get("/_health/ready")).status).toBe(200);
      expect((await caller.post("/todos", { title: "after" })).status).toBe(201);
      await server.kill();
      const again = await startFaulty(data, {});
      const { text } = await new Caller(again.url).get("/todos");
      expect([...text.matchAll(/"title":"(\w+)"/g)].map(([, title]) => title)).toEqual(["before", "after"]);
      await again.kill();
    });
  });
}
