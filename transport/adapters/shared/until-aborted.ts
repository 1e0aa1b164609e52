import { platform } from "./platform.ts";
/** The part of an AbortSignal that is needed: a test's page may have another class. */
export type Signal = Pick<AbortSignal, "aborted" | "reason" | "addEventListener" | "removeEventListener">;

/** Why a signal is aborted; older pages keep no reason. */
function reasonOf(signal: Signal): unknown {
  return signal.reason ?? new DOMException("This operation was aborted", "AbortError");
}

/** Throws the signal's reason; older pages have no method for it. */
export function throwIfAborted(signal: Signal): void {
  if (signal.aborted) throw reasonOf(signal);
}

/** The result of the work. Rejects with the signal's reason at once when it is aborted, before the work too. */
export function untilAborted<T>(signal: Signal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    throwIfAborted(signal);
    const abort = (): void => reject(reasonOf(signal));
    signal.addEventListener("abort", abort);
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

/** A stream of these pieces, which fails with the signal's reason when it is aborted. */
export function abortableStream(signal: Signal, pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let abort = (): void => {};
  const end = (): void => signal.removeEventListener("abort", abort);
  return new platform.ReadableStream<Uint8Array>(
    {
      start(controller) {
        abort = () => {
          end();
          controller.error(reasonOf(signal));
          void pieces.return(undefined);
        };
        signal.addEventListener("abort", abort);
      },
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (signal.aborted) return;
        if (done !== true) return controller.enqueue(value);
        end();
        controller.close();
      },
      async cancel() {
        end();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
