import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contestant } from "../contestant.ts";
import type { Size } from "../data.ts";
import type { Server } from "./server-process.ts";

interface Started {
  readonly server: Server;
  readonly folder: string;
}

/** How long one process of a contestant is reused for requests that change nothing. */
type Span = "use" | "workload" | "run";

/** Starts contestants: a new process for each span. */
export class Servers {
  readonly #size: Size;
  readonly #span: Span;
  readonly #kept = new Map<string, Started>();

  constructor(size: Size, span: Span) {
    this.#size = size;
    this.#span = span;
  }

  /** `answer`: the bytes that a floor returns, fixed at its start; `writes`: the use changes the content. */
  async use<T>(
    contestant: Contestant,
    { answer, writes }: { readonly answer: Uint8Array; readonly writes: boolean },
    work: (server: Server) => Promise<T>,
  ): Promise<T> {
    const mayKeep = this.#span !== "use" && !writes && contestant.kind !== "floor";
    const known = mayKeep ? this.#kept.get(contestant.name) : undefined;
    const started = known ?? (await this.#start(contestant, answer));
    if (mayKeep) this.#kept.set(contestant.name, started);
    try {
      return await work(started.server);
    } finally {
      if (!mayKeep) await stop(started);
    }
  }

  /** Has to be called between two workloads. */
  async endWorkload(): Promise<void> {
    if (this.#span === "workload") await this.stop();
  }

  /** Stops all processes that are still running. */
  async stop(): Promise<void> {
    await Promise.all([...this.#kept.values()].map(stop));
    this.#kept.clear();
  }

  async #start(contestant: Contestant, answer: Uint8Array): Promise<Started> {
    const folder = await mkdtemp(join(tmpdir(), "galley-bench-"));
    try {
      const file = join(folder, "answer.json");
      await writeFile(file, answer);
      return { folder, server: await contestant.start({ size: this.#size, folder, answer: file }) };
    } catch (fault) {
      await rm(folder, { recursive: true, force: true });
      throw fault;
    }
  }
}

async function stop({ server, folder }: Started): Promise<void> {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
