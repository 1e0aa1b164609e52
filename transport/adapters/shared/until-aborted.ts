import { platform } from "./platform.ts";
/** The part of an AbortSignal that is needed: that of a test's page may be another class. */
export type Signal = Pick<
  AbortSignal,
  "aborted" | "reason" | "throwIfAborted" | "addEventListener" | "removeEventListener"
>;

/** The result of the work. Rejects with the signal's reason at once when it is aborted, before the work too. */
export function untilAborted<T>(signal: Signal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => reject(signal.reason);
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
  return new (platform().ReadableStream)<Uint8Array>(
    {
      start(controller) {
        abort = () => {
          end();
          controller.error(signal.reason);
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
