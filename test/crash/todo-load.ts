import { setTimeout } from "node:timers/promises";
import { withJson } from "../support/requests/json.ts";

/** Milliseconds between two todos of a client that lasts: the processes that it waits for need the cores to start. */
const PAUSE = 5;

/** Todos that a server has acknowledged, and the outcomes of the other requests. */
export class TodoLoad {
  /** Title of each todo that was acknowledged, by id. */
  readonly acknowledged = new Map<number, string>();
  /** Statuses of answers that were no acknowledgement. */
  readonly refused: number[] = [];
  readonly #isLasting: boolean;
  #count = 0;
  #isStopped = false;

  /** `isLasting`: a client that gets no answer continues with its next todo, until `stop`. */
  constructor({ isLasting = false } = {}) {
    this.#isLasting = isLasting;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Writes with many clients, each until it gets no answer. */
  async run(url: string, clients: number, titleOf: (count: number) => string): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.#write(url, titleOf)));
  }

  async #write(url: string, titleOf: (count: number) => string): Promise<void> {
    while (!this.#isStopped) {
      this.#count += 1;
      const title = titleOf(this.#count);
      try {
        const response = await fetch(`${url}/todos`, withJson("POST", { title }));
        const body = await response.text();
        if (response.status === 201) this.acknowledged.set(JSON.parse(body).id, title);
        else this.refused.push(response.status);
      } catch {
        if (!this.#isLasting) return;
      }
      if (this.#isLasting) await setTimeout(PAUSE);
    }
  }
}
