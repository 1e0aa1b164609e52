import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { freeName, takeName } from "../../../storage/files/lock/kernel-name.ts";
import { lockFolder } from "../../../storage/files/lock/lock.ts";
import { JournalStorage } from "../../../storage/internal.ts";
import { newFolder } from "../../support/folder.ts";
import { bundleServer, startServer } from "../../support/servers/start-server.ts";

const ROUNDS = Number(process.env.GALLEY_LOCKS ?? 2);
const SERVER = new URL("../../crash/server.ts", import.meta.url);
/** Milliseconds until the second one is refused. Only the long form is run where it may ask for a speed. */
const REFUSAL_TIMEOUT = process.env.GALLEY_LOCKS === undefined ? Number.POSITIVE_INFINITY : 1000;

it(`refuses a folder that another process has opened, with its number, and opens it after kill -9, ${ROUNDS} times`, {
  timeout: 3_600_000,
}, async () => {
  const folder = join(await newFolder(), "data");
  const program = await bundleServer(SERVER);
  for (let round = 0; round < ROUNDS; round += 1) {
    const holder = await startServer(program, [folder]);
    const begun = performance.now();
    await expect(new JournalStorage(folder).open()).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining(String(holder.pid)),
      details: { holder: holder.pid },
    });
    expect(performance.now() - begun).toBeLessThan(REFUSAL_TIMEOUT);
    await holder.kill();
    const storage = new JournalStorage(folder, { report: () => {} });
    await expect(storage.open()).resolves.toMatchObject({ head: 0 });
    await storage.close();
  }
});

const onLinux = it.runIf(process.platform === "linux");

/** The name that another folder with this one's inode would have, as a process holds it that is ending. */
async function nameOf(folder: string, lock: string) {
  const { dev, ino } = await stat(folder, { bigint: true });
  const held = await takeName(`${dev}:${ino}:${lock}`);
  if (held === "taken" || held === null) throw new Error("the name is not free");
  return held;
}

onLinux("waits for a name that a process leaves without a file, as one that is ending", async () => {
  const folder = await newFolder();
  const held = await nameOf(folder, "content");
  const locking = lockFolder(folder, "content");
  // Longer than its first try takes.
  await setTimeout(100);
  await freeName(held);
  const lock = await locking;
  await expect(lock.assertHeld()).resolves.toBeUndefined();
  await lock.release();
});

onLinux("refuses a folder whose name another process keeps without a file", async () => {
  const folder = await newFolder();
  const held = await nameOf(folder, "content");
  await expect(lockFolder(folder, "content")).rejects.toMatchObject({ code: "locked", details: { holder: null } });
  await freeName(held);
});
