import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Size } from "../content/data.ts";
import type { Server } from "../run/server-process.ts";
import type { Contestant } from "./contestant.ts";

/** How long one process of a contestant is reused for requests that change nothing. */
type Span = "workload" | "run";

/** Starts contestants, each in an empty folder, and stops all of them at the end. */
export class Servers {
  readonly #size: Size;
  readonly #span: Span;
  /** With their folders. */
  readonly #running = new Map<Server, string>();
  readonly #reused = new Map<string, Server>();

  constructor(size: Size, span: Span = "run") {
    this.#size = size;
    this.#span = span;
  }

  /** Starts a new process. `answer`: the bytes that a floor returns. */
  async start({ start }: Pick<Contestant, "start">, answer: string | Uint8Array = ""): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "galley-bench-"));
    try {
      const file = join(folder, "answer.json");
      await writeFile(file, answer);
      const server = await start({ size: this.#size, folder, answer: file });
      this.#running.set(server, folder);
      return server;
    } catch (fault) {
      await rm(folder, { recursive: true, force: true });
      throw fault;
    }
  }

  /** Works with a new process for each span. `writes`: the work changes the content. */
  async use<T>(
    contestant: Contestant,
    { answer, writes }: { readonly answer: Uint8Array; readonly writes: boolean },
    work: (server: Server) => Promise<T>,
  ): Promise<T> {
    const mayReuse = !writes && contestant.kind !== "floor";
    const known = mayReuse ? this.#reused.get(contestant.name) : undefined;
    const server = known ?? (await this.start(contestant, answer));
    if (mayReuse) this.#reused.set(contestant.name, server);
    try {
      return await work(server);
    } finally {
      if (!mayReuse) await this.#stop(server);
    }
  }

  /** Has to be called between two workloads. */
  async endWorkload(): Promise<void> {
    if (this.#span === "workload") await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.keys()].map((server) => this.#stop(server)));
    this.#reused.clear();
  }

  async #stop(server: Server): Promise<void> {
    const folder = this.#running.get(server);
    this.#running.delete(server);
    await server.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
