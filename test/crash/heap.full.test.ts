import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { bundleServer, startServer } from "../support/servers/start-server.ts";
import { Load } from "./load.ts";
import { verify } from "./verify.ts";

const SERVER = new URL("./server.ts", import.meta.url);
const CLIENTS = 8;
/** Letters of a text: some hundred of them are more than the server has room for. */
const LETTERS = 900_000;

it("loses nothing acknowledged when a server dies of too much content", async () => {
  const folder = join(await newFolder(), "data");
  const server = await startServer(await bundleServer(SERVER), [folder], { execArgv: ["--max-old-space-size=80"] });
  const load = new Load();
  const { ended } = await load.begin(server.url, 1, CLIENTS, LETTERS);
  expect(await server.ended).toBe("SIGABRT");
  await ended;
  expect(load.acknowledged.size).toBeGreaterThan(CLIENTS);
  await verify(folder, load);
});
