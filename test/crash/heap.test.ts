import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { TodoLoad } from "./todo-load.ts";
import { todosIn } from "./todos-in.ts";

const SERVER = new URL("./server.ts", import.meta.url);
const CLIENTS = 8;
/** Letters of a title: some hundred of them are more than the server has room for. */
const LETTERS = 900_000;

it("loses nothing acknowledged when a server dies of too much content", async () => {
  const folder = join(await newFolder(), "data");
  const server = fork(SERVER, [folder], { execArgv: ["--max-old-space-size=80", "--import", "tsx"], stdio: "ignore" });
  const ended = once(server, "exit");
  const [url] = await once(server, "message");
  const load = new TodoLoad();
  await load.run(String(url), CLIENTS, (count) => `${count} `.padEnd(LETTERS, "x"));
  const [, signal] = await ended;
  expect(signal).toBe("SIGABRT");
  expect(load.acknowledged.size).toBeGreaterThan(CLIENTS);
  const todos = await todosIn(folder, () => {});
  for (const [id, title] of load.acknowledged) if (todos.get(id) !== title) throw new Error(`todo ${id} is lost`);
});
