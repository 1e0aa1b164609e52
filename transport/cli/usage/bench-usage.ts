import { WORKLOAD_NAMES } from "../bench/workload-names.ts";
import type { Usage } from "./usage.ts";

export const BENCH_USAGE: Usage = {
  synopsis: "bench URL [options]",
  summary:
    "Measures a running server that speaks this API, Galley or Strapi 5: named kinds of traffic, one after the other.",
  operands: 1,
  flags: {
    type: { value: "NAME", help: "Content type to query, by its plural API name (posts)" },
    token: { value: "TOKEN", help: "API token to send; GALLEY_TOKEN when absent" },
    workload: { value: "NAME", choices: WORKLOAD_NAMES, help: `Only this one: ${WORKLOAD_NAMES.join(", ")}` },
    from: {
      value: "FILE",
      help: "Send the reads of a file instead: a HAR, the answer of /__galley/requests, or a list of URLs",
    },
    duration: { value: "SECONDS", help: "How long each is measured (5), after a warm-up of a fifth of that" },
    clients: { value: "N", help: "Clients at a time (32; 64 for writes)" },
    writes: { help: "Also create documents, and delete them afterwards" },
    json: { value: "FILE", help: "Write the results to a file" },
    help: { short: "h", help: "Show this help" },
  },
  notes: [
    "URL may have a path: http://127.0.0.1:1337 means http://127.0.0.1:1337/api. The newest documents show",
    "which queries can be sent. The load comes from this process, over node:http: on one machine it shares the cores",
    "with the server, and a server that is faster than this client shows the client's speed.",
  ].join("\n"),
};
