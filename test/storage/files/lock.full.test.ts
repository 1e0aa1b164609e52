import { join } from "node:path";
import { expect, it } from "vitest";
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
