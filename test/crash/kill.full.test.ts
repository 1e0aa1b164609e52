import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { Random } from "../support/random.ts";
import { SEED } from "../support/seed.ts";
import { bundleServer, startServer } from "../support/servers/start-server.ts";
import { Load } from "./load.ts";
import { verify } from "./verify.ts";

const KILLS = Number(process.env.GALLEY_KILLS ?? 3);
const SERVER = new URL("./server.ts", import.meta.url);
const CLIENTS = 32;
/** Kills after which a new folder is begun, since each kill looks at all that the ones before it have left. */
const ROUNDS_OF_A_FOLDER = 50;

/** The work of a server when it is killed: bytes of journal after which it writes a checkpoint. */
const KINDS = [
  { about: "at work", kills: KILLS, checkpointBytes: 60_000 },
  { about: "writing checkpoints all the time", kills: Math.max(3, KILLS / 5), checkpointBytes: 1 },
];

it.each(KINDS)(
  "loses nothing acknowledged or seen when the server is killed $about, $kills times",
  { timeout: 7_200_000 },
  async ({ kills, checkpointBytes }) => {
    const program = await bundleServer(SERVER);
    const random = new Random(SEED);
    for (let left = kills; left > 0; left -= ROUNDS_OF_A_FOLDER) {
      const folder = join(await newFolder(), "data");
      const load = new Load();
      const rounds = Math.min(left, ROUNDS_OF_A_FOLDER);
      for (let round = 1; round <= rounds; round += 1) {
        const server = await startServer(program, [folder, String(checkpointBytes)]);
        const { ended } = await load.begin(server.url, round, CLIENTS);
        // Half of the servers are killed while they begin, however slow the machine is; the others at work.
        if (round % 2 === 1) await load.progress();
        await setTimeout(20 + random.below(150));
        await server.kill();
        await ended;
        await verify(folder, load);
      }
      const atWork = Math.ceil(rounds / 2);
      for (const told of [load.acknowledged, load.todos, load.seen]) expect(told.size).toBeGreaterThanOrEqual(atWork);
    }
  },
);
