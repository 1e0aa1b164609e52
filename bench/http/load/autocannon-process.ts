import { readFileSync } from "node:fs";
import type { Load, LoadOptions } from "../../../transport/cli/bench/load.ts";
import { peerPackage } from "../../run/peers.ts";

/** The part of autocannon that is used here; it has no types. */
type Autocannon = (options: object) => Promise<{
  readonly requests: { readonly total: number };
  readonly throughput: { readonly total: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly duration: number;
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}>;

const options: LoadOptions = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const autocannon = peerPackage("autocannon") as Autocannon;

const { origin, requests, clients, seconds, token } = options;
const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
const result = await autocannon({
  url: origin,
  connections: clients,
  duration: seconds,
  timeout: 30,
  requests: requests.map(({ method, path, body }) => ({
    method,
    path,
    headers: { ...authorization, ...(body === "" ? {} : { "content-type": "application/json" }) },
    ...(body === "" ? {} : { body }),
  })),
});
const answers = result.requests.total;
const load: Load = {
  rate: answers / result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
  bytes: result.throughput.total / Math.max(1, answers),
  answers,
  failures: result.errors + result.timeouts + result.non2xx,
};
process.stdout.write(`${JSON.stringify(load)}\n`);
