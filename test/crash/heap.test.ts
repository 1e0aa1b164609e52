import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { bundleServer, startServer } from "../support/start-server.ts";
import { TodoLoad } from "./todo-load.ts";
import { todosIn } from "./todos-in.ts";

const SERVER = new URL("./server.ts", import.meta.url);
const CLIENTS = 8;
/** Letters of a title: some hundred of them are more than the server has room for. */
const LETTERS = 900_000;

it("loses nothing acknowledged when a server dies of too much content", { timeout: 300_000 }, async () => {
  const folder = join(await newFolder(), "data");
  const server = await startServer(await bundleServer(SERVER), [folder], { execArgv: ["--max-old-space-size=80"] });
  const load = new TodoLoad();
  await load.run(server.url, CLIENTS, (count) => `${count} `.padEnd(LETTERS, "x"));
  expect(await server.ended).toBe("SIGABRT");
  expect(load.acknowledged.size).toBeGreaterThan(CLIENTS);
  const todos = await todosIn(folder, () => {});
  for (const [id, title] of load.acknowledged) if (todos.get(id) !== title) throw new Error(`todo ${id} is lost`);
});
