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
    does: "CPU time, allocation and rate of one answer, two ways in short rounds by turns, for busy machines: revisions, REST and GraphQL, with and without own code (--own-code) or a cache (--without)",
    minutes: 10,
    run: ["tsx", "bench/rounds.ts"],
  },
  {
    name: "engine",
    does: "The engine in process, 1,000 to 1,000,000 posts, against SQLite, LokiJS and mingo; growth, memory, forks; first questions, before there is an index",
    minutes: 30,
    needs: "Linux",
    run: ["tsx", "bench/engine.ts"],
  },
  {
    name: "embedded",
    does: "In a program or a test: starts, forks of 100,000 documents, and what the compiler takes to infer types from a schema",
    minutes: 6,
    run: ["tsx", "bench/embedded.ts"],
  },
  {
    name: "storage",
    does: "Durable writes beside a bare write and flush, by turns; recovery; stalls of reads; updates beside lowdb",
    minutes: 10,
    run: ["tsx", "bench/storage.ts"],
  },
  {
    name: "processes",
    does: "What sharing a log costs: workers over one journal, and stores over PostgreSQL (contention, reads of one's own writes, lag, start)",
    minutes: 10,
    needs: "wrk, PostgreSQL",
    run: ["tsx", "bench/processes.ts"],
  },
  {
    name: "twin",
    does: "A pull of a Galley, or of another server (--source), beside its requests sent bare, and verified reads a second",
    minutes: 3,
    run: ["tsx", "bench/twin.ts"],
  },
  {
    name: "hostile",
    does: "Deliberately expensive GraphQL requests, a search for the most expensive URL, what the limits cost, and reads while people sign up or in",
    minutes: 9,
    run: ["tsx", "bench/hostile.ts"],
  },
];
