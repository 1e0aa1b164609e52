import type { Program } from "../.ci/run-program.ts";

/** The benchmarks: `npm run bench -- NAME`, with `--help` for the options of one. */
export const programs: readonly Program[] = [
  {
    name: "http",
    does: "Galley in four configurations over HTTP beside bare listeners, json-server or Strapi (--peers), or another revision (--compare)",
    minutes: 25,
    run: ["tsx", "bench/http.ts"],
  },
  {
    name: "rounds",
    does: "CPU time, allocation and rate of one answer, two ways in short rounds by turns, for busy machines",
    minutes: 10,
    run: ["tsx", "bench/rounds.ts"],
  },
  {
    name: "caches",
    does: "What each cache saves: CPU time and garbage of an answer without it and with it, by turns",
    minutes: 12,
    run: ["tsx", "bench/caches.ts"],
  },
  {
    name: "own-code",
    does: "What hooks, own routes, consumers and webhooks cost: CPU time with and without, by turns",
    minutes: 4,
    run: ["tsx", "bench/own-code.ts"],
  },
  {
    name: "twin",
    does: "A pull of a Galley, or of another server (--source), beside its requests sent bare, and verified reads a second",
    minutes: 3,
    run: ["tsx", "bench/twin.ts"],
  },
  {
    name: "engine",
    does: "The engine in process, 1,000 to 1,000,000 posts, against SQLite, LokiJS and mingo; growth, memory, forks",
    minutes: 30,
    needs: "Linux",
    run: ["tsx", "bench/engine.ts"],
  },
  {
    name: "cold",
    does: "The first question of each kind, before there is an index, and the steps of building its indexes",
    minutes: 10,
    run: ["tsx", "bench/cold.ts"],
  },
  {
    name: "start",
    does: "Starts: the command to its first 200, the import, `createGalley`",
    minutes: 2,
    run: ["tsx", "bench/start.ts"],
  },
  {
    name: "forks",
    does: "Time and memory of a fork of 100,000 documents",
    minutes: 2,
    run: ["tsx", "bench/forks.ts"],
    node: ["--expose-gc"],
  },
  {
    name: "types",
    does: "What the compiler takes to infer the types of a program from its schema",
    minutes: 2,
    run: ["tsx", "bench/typed/types.bench.ts"],
  },
  {
    name: "storage",
    does: "Durable writes beside memory, lowdb and a bare flush; recovery; stalls of reads",
    minutes: 10,
    run: ["tsx", "bench/storage.ts"],
  },
  {
    name: "flush",
    does: "One client's durable writes beside a bare write and flush, by turns",
    minutes: 2,
    run: ["tsx", "bench/flush.ts"],
  },
  {
    name: "workers",
    does: "What workers over one journal cost: CPU time of reads and writes against one process",
    minutes: 5,
    needs: "wrk",
    run: ["tsx", "bench/workers.ts"],
  },
  {
    name: "cluster",
    does: "What sharing a log on PostgreSQL costs: contention, reads of one's own writes, lag, start",
    minutes: 5,
    needs: "PostgreSQL",
    run: ["tsx", "bench/cluster.ts"],
  },
  {
    name: "sign-ups",
    does: "Reads while people sign up, or in (--in)",
    minutes: 3,
    run: ["tsx", "bench/sign-ups.ts"],
  },
  {
    name: "hostile",
    does: "Deliberately expensive GraphQL requests: CPU of one, and the limit that refuses it",
    minutes: 2,
    run: ["tsx", "bench/hostile.ts"],
  },
  {
    name: "worst-urls",
    does: "Searches for the most expensive URL of up to 16 kB: CPU time and bytes",
    minutes: 2,
    run: ["tsx", "bench/worst-urls.ts"],
  },
  {
    name: "defences",
    does: "CPU time of an answer with the limits as they are, and without them",
    minutes: 1,
    run: ["tsx", "bench/defences.ts"],
  },
];
