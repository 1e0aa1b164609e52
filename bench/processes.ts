import { measurePostgres, POSTGRES_PARTS } from "./processes/postgres.ts";
import { measureWorkers } from "./processes/workers.ts";
import { commandLine, seconds, someOf, text, whole } from "./run/command-line.ts";

const PARTS = ["workers", ...POSTGRES_PARTS] as const;

const given = commandLine("processes", {
  part: someOf("Only this one", PARTS, PARTS),
  duration: seconds("workers, contention, lag: how long each is measured (workers 2, others 10)", undefined),
  workers: whole("NUMBER", "workers: the most; two are measured besides", 3),
  rounds: whole("NUMBER", "workers: rounds of each", 3),
  clients: whole("NUMBER", "workers: connections", 64),
  "warm-up": whole("NUMBER", "workers: answers of each process that are not measured", 20_000),
  build: text("FOLDER", "workers: the build to run, after npm run build", "dist"),
  writers: whole("NUMBER", "contention: writers of each store", 16),
  reads: whole("NUMBER", "reads: writes that are read at a node drawn at random", 100_000),
  rate: whole("NUMBER", "lag: writes a second", 1_000),
  commits: whole("NUMBER", "start: commits that a store reads", 100_000),
  documents: whole("NUMBER", "start: documents of a snapshot that a store reads", 1_000_000),
});

if (given.part.includes("workers")) {
  await measureWorkers({ ...given, duration: given.duration ?? 2, warmUp: given["warm-up"] });
}
const parts = POSTGRES_PARTS.filter((part) => given.part.includes(part));
if (parts.length > 0) await measurePostgres({ ...given, parts, duration: given.duration ?? 10 });
process.exit(0);
