/** A server for a soak: serves the given folder and, on request, takes a snapshot, forks, or reports its contents. */
import { readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { JournalStorage } from "../../storage/internal.ts";
import { createGalley } from "../../transport/galley.ts";
import { CRASH_SCHEMA } from "../crash/schema.ts";

/** The memory and files of a process after a garbage collection. */
export interface Held {
  /** Memory in use, inside V8's heap and outside of it. */
  readonly liveBytes: number;
  /** Memory given by the system. It follows the load: V8 gives it back when it pleases. */
  readonly residentBytes: number;
  /** Open files and sockets; 0 where the system does not tell. */
  readonly descriptors: number;
}

const COLLECTIONS = 3;

const [, , folder = "", checkpointBytes] = process.argv;
const bytes = Number(checkpointBytes);
const galley = await createGalley({
  schema: CRASH_SCHEMA,
  todo: true,
  storage: new JournalStorage(folder, { segmentBytes: bytes / 4, checkpointBytes: bytes }),
  roles: { public: { "*": ["find", "findOne", "create", "update", "delete"] } },
});

/** Each returns the reply. */
const TASKS: { readonly [task: string]: () => unknown } = {
  snapshot: () => galley.store.snapshot(),
  /** Writes into a fork; returns how many books became visible here, while others create books. */
  fork: async () => {
    const fork = galley.fork();
    const title = "only in the fork";
    await fork.documents("api::book.book").create({ data: { title } });
    await fork.close();
    return galley.documents("api::book.book").count({ filters: { title } });
  },
  held: async (): Promise<Held> => {
    // Buffers that are gone are given back beside the program, and still counted right after a collection.
    for (let count = 0; count < COLLECTIONS; count += 1) {
      globalThis.gc?.();
      await setTimeout(50);
    }
    const descriptors = process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
    const { heapUsed, external, rss } = process.memoryUsage();
    return { liveBytes: heapUsed + external, residentBytes: rss, descriptors };
  },
};

process.on("message", async (task) => process.send?.((await TASKS[String(task)]?.()) ?? null));
const { url } = await galley.listen({ port: 0 });
process.send?.(url);
