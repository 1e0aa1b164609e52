import { throwIfAborted } from "../../../adapters/shared/until-aborted.ts";
import { HttpError } from "../../../http/http-error.ts";

/** Begins to wait, calls `go` when the wait is over, and returns what stops waiting. */
export type Waiting = (go: () => void) => () => void;

/** Waits for a time. */
export function forTime(milliseconds: number): Waiting {
  return (go) => {
    const timer = setTimeout(go, milliseconds);
    return () => clearTimeout(timer);
  };
}

/** A request that is held by a fault or by latency before its service sees it. */
export class HeldRequest {
  /** Id of the fault; null: only the latency holds the request. */
  readonly fault: number | null;
  readonly #signal: AbortSignal | undefined;
  #refusal: HttpError | null = null;
  #end: ((reason: unknown) => void) | null = null;

  /** `signal`: aborted when the client goes. */
  constructor(fault: number | null, signal: AbortSignal | undefined) {
    this.fault = fault;
    this.#signal = signal;
  }

  /** Whether its client has gone. */
  get isGone(): boolean {
    return this.#signal?.aborted === true;
  }

  /** Rejects at once with the signal's reason if the client goes, and with HttpError if the request is refused. */
  async wait(waits: readonly Waiting[]): Promise<void> {
    for (const each of waits) {
      this.#check();
      await this.#wait(each);
    }
    this.#check();
  }

  #check(): void {
    if (this.#refusal !== null) throw this.#refusal;
    if (this.#signal !== undefined) throwIfAborted(this.#signal);
  }

  #wait(waiting: Waiting): Promise<void> {
    const signal = this.#signal;
    return new Promise<void>((resolve, reject) => {
      const settle = (finish: () => void): void => {
        stop();
        signal?.removeEventListener("abort", gone);
        this.#end = null;
        finish();
      };
      const gone = (): void => settle(() => reject(signal?.reason));
      this.#end = (reason) => settle(() => reject(reason));
      signal?.addEventListener("abort", gone);
      const stop = waiting(() => settle(resolve));
    });
  }

  /** Answers the request with 503 at once. */
  refuse(): void {
    this.#refusal = new HttpError("overloaded", "A fault held this request, and has been removed");
    this.#end?.(this.#refusal);
  }
}
