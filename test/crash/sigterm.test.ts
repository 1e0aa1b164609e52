import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { CommandLine } from "../support/servers/command-line.ts";
import { TodoLoad } from "./todo-load.ts";
import { todosIn } from "./todos-in.ts";

const CLIENTS = 32;
/** Milliseconds from the signal to the end. Only the long form runs on a machine with a known speed. */
const SHUTDOWN_TIMEOUT = process.env.GALLEY_KILLS === undefined ? Number.POSITIVE_INFINITY : 5_000;

it("answers every write that it has kept before it ends on SIGTERM, and leaves nothing to repair", async () => {
  const folder = await newFolder();
  const server = new CommandLine(["--port", "0", "--data", "data"], { folder });
  const url = await server.url();
  const load = new TodoLoad();
  const running = load.run(url, CLIENTS, (count) => `todo ${count}`);
  while (load.acknowledged.size < 3 * CLIENTS) await setTimeout(5);
  const begun = performance.now();
  expect(await server.signal("SIGTERM")).toMatchObject({ code: 143, errors: "" });
  expect(performance.now() - begun).toBeLessThan(SHUTDOWN_TIMEOUT);
  await running;
  expect(load.refused).toEqual([]);

  const repairs: string[] = [];
  const todos = await todosIn(join(folder, "data"), (message) => repairs.push(message));
  expect(repairs).toEqual([]);
  expect(todos).toEqual(load.acknowledged);
});
