import { expect, it } from "vitest";
import { bundleServer, startServer } from "../support/servers/start-server.ts";

const POSTS = 16_000;
const CHARACTERS = 2_000;
const MEGABYTES = (POSTS * CHARACTERS) / 1_048_576;

it("content is served in a heap of four times its size in JSON (docs/production.md)", async () => {
  const program = await bundleServer(new URL("./server.ts", import.meta.url));
  const heap = Math.round(4 * MEGABYTES);
  const server = await startServer(program, ["contract", String(POSTS), String(CHARACTERS)], {
    execArgv: [`--max-old-space-size=${heap}`],
  });
  for (const query of ["sort=title", "sort=views:desc", "filters[body][$contains]=15999", "populate=*"]) {
    expect((await fetch(`${server.url}/api/posts?${query}`)).status).toBe(200);
  }
});
