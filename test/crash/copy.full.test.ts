import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { Random } from "../support/random.ts";
import { SEED } from "../support/seed.ts";
import { bundleServer, startServer } from "../support/servers/start-server.ts";
import { Load } from "./load.ts";
import { verify } from "./verify.ts";

const COPIES = Number(process.env.GALLEY_COPIES ?? 3);
/** Copies after which a new folder is begun, since each is looked at from end to end. */
const COPIES_OF_A_FOLDER = 10;
const CLIENTS = 8;
const SERVER = new URL("./server.ts", import.meta.url);
/** Checkpoints come and go while a file is copied, but not all of them at once. */
const CHECKPOINT_BYTES = 500_000;

it(`opens each of ${COPIES} copies made with cp under load, with all that was acknowledged before`, {
  timeout: 7_200_000,
}, async () => {
  const program = await bundleServer(SERVER);
  const random = new Random(SEED);
  for (let left = COPIES; left > 0; left -= COPIES_OF_A_FOLDER) {
    const base = await newFolder();
    const folder = join(base, "data");
    const server = await startServer(program, [folder, String(CHECKPOINT_BYTES)]);
    const load = new Load();
    const { ended } = await load.begin(server.url, left, CLIENTS);
    for (let count = 0; count < Math.min(left, COPIES_OF_A_FOLDER); count += 1) {
      await load.progress();
      await setTimeout(random.below(100));
      let copy = join(base, `copy ${count}`);
      let before = load.soFar();
      for (let tries = 1; !(await copied(folder, copy)); tries += 1) {
        before = load.soFar();
        copy = join(base, `copy ${count} try ${tries}`);
      }
      await verify(copy, before);
    }
    await server.kill();
    await ended;
    await verify(folder, load);
    expect(load.acknowledged.size).toBeGreaterThan(0);
  }
});

/** Whether cp found every file that it had listed: a checkpoint that is stored in the meantime removes some. */
async function copied(from: string, to: string): Promise<boolean> {
  const [code] = await once(spawn("cp", ["-r", from, to], { stdio: "ignore" }), "exit");
  return code === 0;
}
