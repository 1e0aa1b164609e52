import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { Random } from "../support/random.ts";
import { Load } from "./load.ts";
import { verify } from "./verify.ts";

const ROUNDS = Number(process.env.GALLEY_KILLS ?? 5);
const CLIENTS = 32;
const SERVER = new URL("./server.ts", import.meta.url);

it(`loses nothing acknowledged or seen when the server is killed ${ROUNDS} times`, { timeout: 3_600_000 }, async () => {
  const folder = join(await newFolder(), "data");
  const random = new Random(Number(process.env.GALLEY_SEED ?? 1));
  const load = new Load();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = fork(SERVER, [folder], { execArgv: ["--import", "tsx"] });
    const [url] = await once(server, "message");
    const running = load.run(String(url), round, CLIENTS);
    await new Promise((resolve) => setTimeout(resolve, 20 + random.below(150)));
    server.kill("SIGKILL");
    await once(server, "exit");
    await running;
    await verify(folder, load);
  }
  expect(load.acknowledged.size).toBeGreaterThan(ROUNDS);
  expect(load.todos.size).toBeGreaterThan(0);
  expect(load.seen.size).toBeGreaterThan(0);
});
