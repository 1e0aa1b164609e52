import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { JSONFilePreset } from "lowdb/node";
import { WORKLOADS, wishesOf } from "../../transport/cli/bench/workloads.ts";
import { sizeOf } from "../content/data.ts";
import { postsSubject } from "../content/subject.ts";
import { TOKEN } from "../http/contestant.ts";
import { galley } from "../http/contestants.ts";
import { KeepAliveClient, requestBytes } from "../http/load/keep-alive-client.ts";
import { Servers } from "../http/servers.ts";
import type { Build } from "../run/build.ts";
import { byTurns } from "../run/by-turns.ts";
import { cpuMicros } from "../run/processor-time.ts";
import { type Server, startServer } from "../run/server-process.ts";
import { median } from "../run/statistics.ts";
import { withFolder } from "../run/with-folder.ts";

/** Rounds that are not counted: V8 compiles what a single client needs only after some thousand requests. */
const WARM_UP = 10;

/** About the record of a new post in a journal. */
const RECORD = Buffer.alloc(1000, "r");

const SIZE = sizeOf(1);

/** Storages that may be measured beside the journal, by their place on a server, and lowdb in this process. */
export const BESIDE = ["memory", "content.json", "lowdb"] as const;

export interface FlushOptions {
  /** The builds whose journals are measured. */
  readonly builds: readonly Build[];
  readonly beside: readonly (typeof BESIDE)[number][];
  readonly clients: number;
  readonly rounds: number;
  /** Writes in a round. */
  readonly perRound: number;
}

/** Medians of the rounds of one side. Shares compare rounds that directly followed each other. */
export interface Flushed {
  readonly name: string;
  /** Writes a second. */
  readonly rate: number;
  /** Microseconds of CPU time. */
  readonly cpu: number;
  /** Its rate as a share of the disk's, and of the listener's. */
  readonly ofBare: number;
  readonly ofListener: number;
}

interface Side {
  readonly name: string;
  readonly write: (count: number) => unknown;
  readonly cpuSeconds: () => number | null;
  readonly close: () => void;
}

/**
 * How near durable writes come to what the disk allows: a bare write and flush, the same behind a bare listener, and journals
 * take short rounds by turns, since the disk's own speed changes by the second.
 */
export function measureFlush({ builds, beside, clients, rounds, perRound }: FlushOptions): Promise<readonly Flushed[]> {
  return withFolder(async (folder) => {
    await using servers = new Servers(SIZE);
    const stored = async (name: string, build: Build, storage: string) =>
      overHttp(name, await servers.start(galley(build, "", { listener: "uws", storage })), clients);
    const listener = await servers.start({
      start: ({ folder }) => startServer("flush-uws.ts", { file: join(folder, "flushed"), bytes: RECORD.length }),
    });
    const sides = [bareFlush(join(folder, "bare")), overHttp("the same behind uWebSockets.js", listener, clients)];
    for (const build of builds) sides.push(await stored(`${build.name}, journal`, build, "journal"));
    for (const name of beside) {
      const [build] = builds;
      if (name === "lowdb") sides.push(await lowdb(join(folder, "lowdb.json"), clients));
      else if (build !== undefined) sides.push(await stored(`${build.name}, ${name}`, build, name));
    }
    const measured = await byTurns(sides, { rounds, warmUp: WARM_UP }, async ({ write, cpuSeconds }) => {
      const [cpu, begun] = [cpuSeconds() ?? 0, performance.now()];
      await write(perRound);
      const elapsed = ((performance.now() - begun) * 1000) / perRound;
      return { elapsed, cpu: (((cpuSeconds() ?? 0) - cpu) * 1e6) / perRound };
    });
    for (const { close } of sides) close();
    return sides.map(({ name }, at): Flushed => {
      const own = measured[at] ?? [];
      const shareOf = (other = own) =>
        median(own.map(({ elapsed }, round) => (other[round]?.elapsed ?? Number.NaN) / elapsed));
      return {
        name,
        rate: 1e6 / median(own.map(({ elapsed }) => elapsed)),
        cpu: median(own.map(({ cpu }) => cpu)),
        ofBare: shareOf(measured[0]),
        ofListener: shareOf(measured[1]),
      };
    });
  });
}

function bareFlush(path: string): Side {
  const file = openSync(path, "w");
  return {
    name: "bare write and flush",
    write: (count) => {
      for (let written = 0; written < count; written++) {
        writeSync(file, RECORD);
        fdatasyncSync(file);
      }
    },
    cpuSeconds: () => cpuMicros() / 1e6,
    close: () => closeSync(file),
  };
}

function overHttp(name: string, server: Server, clients: number): Side {
  const client = new KeepAliveClient(server.port, clients);
  const requests = creates();
  return {
    name,
    write: (count) => client.send(Array.from({ length: count }, () => requests.next().value)),
    cpuSeconds: server.cpuSeconds,
    close: () => client.close(),
  };
}

/** lowdb, with no server around it. */
async function lowdb(file: string, clients: number): Promise<Side> {
  const { create } = postsSubject(SIZE);
  const posts: object[] = [];
  const db = await JSONFilePreset(file, { posts });
  const write = async (count: number) => {
    let left = count;
    const client = async () => {
      while (left-- > 0) await db.update((data) => void data.posts.push({ id: data.posts.length, ...create?.(left) }));
    };
    await Promise.all(Array.from({ length: clients }, client));
  };
  return { name: "lowdb, no server", write, cpuSeconds: () => cpuMicros() / 1e6, close: () => {} };
}

/** Requests that create posts, without end. */
function* creates(): Generator<Buffer, never> {
  const workload = WORKLOADS.find(({ name }) => name === "writes");
  if (workload === undefined) throw new Error("There is no workload of writes");
  const { request } = galley({ name: "", folder: "" }, "", {});
  const bytes = wishesOf(workload, postsSubject(SIZE)).flatMap((wish) => request(wish) ?? []);
  for (let at = 0; ; at = (at + 1) % bytes.length) yield requestBytes(bytes[at] as never, TOKEN);
}
