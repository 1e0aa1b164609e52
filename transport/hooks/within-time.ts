/**
 * Awaits work for a limited time in milliseconds. The work goes on: `late` returns the error, and may tell the work.
 *
 * @throws what the work throws, or what `late` returns (rejected).
 */
export async function withinTime<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
