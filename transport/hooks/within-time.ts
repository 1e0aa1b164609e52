/**
 * Awaits work for a limited time in milliseconds. The work goes on: `late` returns the error, and may tell the work.
 *
 * @throws what the work throws, or what `late` returns (rejected).
 */
export function withinTime<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
