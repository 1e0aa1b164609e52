import { setTimeout as sleep } from "node:timers/promises";
import { TOKEN } from "../servers/cluster-nodes.ts";
import { type RefusedWrite, type RegisterOperation, registerFaults } from "./register-history.ts";

/** Milliseconds between a request that failed and the next one of the same client. */
const PAUSE = 20;
/** Milliseconds until an answer is given up: the longest that a node may take to say that it does not know. */
const ANSWER_TIMEOUT = 60_000;

export interface RegisterLoadOptions {
  /** Where the next request of a client goes. */
  readonly url: (client: number) => string;
  readonly registers: number;
  readonly writers: number;
  readonly readers: number;
  /** The position that reads ask for; `latest` has them see all that was acknowledged before. None when absent. */
  readonly position?: "latest";
}

/**
 * Clients that write notes, each time with a title of its own, and others that read them, whichever node they ask.
 * Their answers are a history of registers.
 */
export class RegisterLoad {
  readonly operations: RegisterOperation[] = [];
  readonly refused: RefusedWrite[] = [];
  readonly #options: RegisterLoadOptions;
  readonly #registers: readonly string[];
  #count = 0;
  #isOver = false;
  readonly #clients: Promise<void>[];

  private constructor(options: RegisterLoadOptions, registers: readonly string[], begun: readonly RegisterOperation[]) {
    this.#options = options;
    this.#registers = registers;
    this.operations.push(...begun);
    const { writers, readers } = options;
    this.#clients = [
      ...Array.from({ length: writers }, (_, client) => this.#write(client)),
      ...Array.from({ length: readers }, (_, client) => this.#read(writers + client)),
    ];
  }

  static async start(options: RegisterLoadOptions): Promise<RegisterLoad> {
    const operations: RegisterOperation[] = [];
    for (let at = 0; at < options.registers; at += 1) {
      operations.push(await firstWrite(`${options.url(at)}/api/notes`, `first ${at}`));
    }
    return new RegisterLoad(
      options,
      operations.map(({ register }) => register),
      operations,
    );
  }

  /** The violations: impossible where reads and writes are linearizable. */
  get faults(): readonly string[] {
    return registerFaults(this.operations, this.refused);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #write(client: number): Promise<void> {
    while (!this.#isOver) {
      this.#count += 1;
      const value = `${client}.${this.#count}`;
      const register = this.#drawn();
      const begun = performance.now();
      const { status } = await ask(`${this.#options.url(client)}/api/notes/${register}`, "PUT", value);
      const ended = status === 200 ? performance.now() : Number.POSITIVE_INFINITY;
      if (status === 503 || status === 507) this.refused.push({ register, value });
      else this.operations.push({ register, kind: "write", value, begun, ended });
      if (status !== 200) await sleep(PAUSE);
    }
  }

  async #read(client: number): Promise<void> {
    while (!this.#isOver) {
      const register = this.#drawn();
      const begun = performance.now();
      const { position } = this.#options;
      const { status, data } = await ask(`${this.#options.url(client)}/api/notes/${register}`, "GET", null, position);
      const ended = performance.now();
      if (status === 200) this.operations.push({ register, kind: "read", value: data?.title ?? "", begun, ended });
      else await sleep(PAUSE);
    }
  }

  #drawn(): string {
    return this.#registers[Math.floor(Math.random() * this.#registers.length)] ?? "";
  }
}

/** Tries until the answer is not 503: nothing has happened, as when another node was quicker. */
async function firstWrite(url: string, value: string): Promise<RegisterOperation> {
  for (;;) {
    const begun = performance.now();
    const { status, data } = await ask(url, "POST", value);
    if (status === 201)
      return { register: data?.documentId ?? "", kind: "write", value, begun, ended: performance.now() };
    if (status !== 503) throw new Error(`A note could not be written: ${status}`);
    await sleep(PAUSE);
  }
}

interface Reply {
  /** 0: none came. */
  readonly status: number;
  readonly data: { readonly documentId: string; readonly title: string } | null;
}

async function ask(url: string, method: string, title: string | null, position?: string): Promise<Reply> {
  try {
    const reply = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(title !== null && { "content-type": "application/json" }),
        ...(position !== undefined && { "x-galley-position": position }),
      },
      ...(title !== null && { body: JSON.stringify({ data: { title } }) }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
    const { data } = (await reply.json()) as Pick<Reply, "data">;
    return { status: reply.status, data };
  } catch {
    return { status: 0, data: null };
  }
}
