import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { figure, table } from "../transport/cli/bench/table.ts";
import type { HttpRequest } from "../transport/http/port.ts";
import { blogContent, sizeOf } from "./data.ts";
import { HOSTILE_KINDS, type HostileKind } from "./graphql/hostile-kinds.ts";
import { buildWorkingTree } from "./run/build.ts";
import { commandLine, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { BLOG } from "./schema.ts";

/** The CPU time that a refusal may take, in milliseconds. */
const BAR = 5;

const HELP = `npm run bench -- hostile [options]

  --times N          How often each request is sent (12)
  --help             Show this help`;

const times = wholeNumber("times", commandLine(HELP, { times: { type: "string", default: "12" } }).times);

console.log(machineLines(describeMachine()).join("\n"));
const { createGalley }: typeof import("../transport/galley.ts") = await import(
  pathToFileURL(join(buildWorkingTree().folder, "transport/galley.js")).href
);
const galley = await createGalley({
  schema: BLOG,
  graphql: true,
  roles: { public: { "*": ["find", "findOne"] } },
  keepRequests: 0,
});
galley.engine.restore({ ...blogContent(sizeOf(10_000)), number: 0 });

const rows: string[][] = [];
for (const kind of HOSTILE_KINDS) rows.push(await measure(kind));
await galley.close();
console.log(`\n${table(["CPU of one request, ms", "least", "median", "refused by", ""], rows)}`);

/** Sends the same kind repeatedly, with a different text each time. */
async function measure(kind: HostileKind): Promise<string[]> {
  const spent: number[] = [];
  let told = "";
  for (let time = 0; time < times; time++) {
    const request = requestOf({ ...kind, query: `${kind.query}\n#${time}` });
    const before = process.cpuUsage();
    const { status, body } = await galley.handler(request);
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1000);
    told = reason(status, String(body));
  }
  const sorted = [...spent].sort((one, other) => one - other);
  const [least = Number.NaN, median = Number.NaN] = [sorted[0], sorted[sorted.length >> 1]];
  const isSlow = kind.refusedBy !== null && median > BAR;
  return [kind.name, figure(least), figure(median), told, isSlow ? "beyond the bar" : ""];
}

function requestOf({ query, variables }: HostileKind): HttpRequest {
  const headers: ReadonlyMap<string, string> = new Map([["content-type", "application/json"]]);
  return {
    method: "POST",
    path: "/graphql",
    query: "",
    header: (name) => headers.get(name),
    allHeaders: () => headers,
    body: Buffer.from(JSON.stringify({ query, ...(variables !== undefined && { variables }) })),
    remoteAddress: "",
  };
}

/** A summary of the answer: the limit, or the first words of the error. */
function reason(status: number, body: string): string {
  if (status === 200 && !body.startsWith('{"errors"')) return "answered";
  const [, message = ""] = /"message":"((?:[^"\\]|\\.)*)"/.exec(body) ?? [];
  return `${status} ${/limit \\"(\w+)\\"/.exec(message)?.[1] ?? message.slice(0, 40)}`;
}
