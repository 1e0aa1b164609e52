import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { Random } from "../support/random.ts";
import { SEED } from "../support/seed.ts";
import { Load } from "./load.ts";
import { verify } from "./verify.ts";

const KILLS = Number(process.env.GALLEY_KILLS ?? 5);
const CLIENTS = 32;
const SERVER = new URL("./server.ts", import.meta.url);

/** What a server is about when it is killed: bytes of journal after which it writes a checkpoint. */
const KINDS = [
  { about: "at work", rounds: KILLS, checkpointBytes: 60_000 },
  { about: "writing checkpoints all the time", rounds: Math.max(3, KILLS / 5), checkpointBytes: 1 },
];

it.each(KINDS)(
  "loses nothing acknowledged or seen when the server is killed $about, $rounds times",
  { timeout: 3_600_000 },
  async ({ rounds, checkpointBytes }) => {
    const folder = join(await newFolder(), "data");
    const random = new Random(SEED);
    const load = new Load();
    for (let round = 1; round <= rounds; round += 1) {
      const server = fork(SERVER, [folder, String(checkpointBytes)], { execArgv: ["--import", "tsx"] });
      const [url] = await once(server, "message");
      const { ended } = await load.begin(String(url), round, CLIENTS);
      // Half of the servers are killed while they begin, however slow the machine is; the others at work.
      if (round % 2 === 1) await load.progress();
      await new Promise((resolve) => setTimeout(resolve, 20 + random.below(150)));
      server.kill("SIGKILL");
      await once(server, "exit");
      await ended;
      await verify(folder, load);
    }
    expect(load.acknowledged.size).toBeGreaterThan(rounds);
    expect(load.todos.size).toBeGreaterThan(0);
    expect(load.seen.size).toBeGreaterThan(0);
  },
);
