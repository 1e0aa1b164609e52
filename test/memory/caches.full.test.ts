import { expect, it } from "vitest";
import { bundleServer, startServer } from "../support/servers/start-server.ts";
import type { Used } from "./server.ts";

/** Distinct questions of each kind that the long form asks for; the short one asks for documents alone. */
const LONG = process.env.GALLEY_DISTINCT_QUESTIONS;
const COUNT = Number(LONG ?? 3000);
const KINDS = LONG === undefined ? ["documents"] : ["documents", "populations", "filters", "sorts"];

it.each(KINDS)("keeps no more of distinct %s than there is room for", { timeout: 3_600_000 }, async (kind) => {
  const program = await bundleServer(new URL("./server.ts", import.meta.url));
  const server = await startServer(program, ["contract", "20", "100"], { execArgv: ["--max-old-space-size=160"] });
  const third = Math.ceil(COUNT / 3);
  // The caches are full afterwards.
  const first = (await server.ask(`${kind} 0 ${2 * third}`)) as Used;
  const second = (await server.ask(`${kind} ${2 * third} ${third}`)) as Used;
  expect(second.memory).toBeLessThan(first.memory + 24 * 1_048_576);
});
