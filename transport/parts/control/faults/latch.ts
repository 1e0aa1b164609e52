import { ExpectationError } from "../../../runtime/expectation-error.ts";
import type { SeenRequest } from "../requests/seen-request.ts";
import type { Waiting } from "./held-request.ts";

/** Holds requests until it opens. */
export class Latch {
  readonly reached: Promise<SeenRequest>;
  readonly #waiting = new Set<() => void>();
  #isOpen = false;
  #reach: (request: SeenRequest) => void = () => {};
  #miss: (error: ExpectationError) => void = () => {};

  constructor() {
    this.reached = new Promise((resolve, reject) => {
      this.#reach = resolve;
      this.#miss = reject;
    });
    // A gate that nobody awaits may end unreached.
    this.reached.catch(() => {});
  }

  /** Call when the gate hits a request, whose wait it then decides. */
  hold(request: SeenRequest): Waiting {
    this.#reach(request);
    return (go) => {
      if (this.#isOpen) queueMicrotask(go);
      this.#waiting.add(go);
      return () => this.#waiting.delete(go);
    };
  }

  /** Lets the held requests go on. */
  open(): void {
    this.#isOpen = true;
    this.end("released");
    for (const go of [...this.#waiting]) go();
  }

  /** No request will reach the gate any more. */
  end(how: "released" | "removed"): void {
    this.#miss(new ExpectationError(`The gate was ${how} before a request reached it`));
  }
}
