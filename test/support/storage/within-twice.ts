/** Bytes allocated for parts of any file, however small it is. */
const ANY = 131_072;

const ALLOCATORS = ["alloc", "allocUnsafe", "allocUnsafeSlow"] as const;

/**
 * Does the work and fails when it asks for a buffer past twice the input, as it would for a length in a damaged
 * file. One at a time.
 */
export async function withinTwice<T>(inputBytes: number, work: () => Promise<T>): Promise<T> {
  const originals = ALLOCATORS.map((name) => [name, Buffer[name]] as const);
  let largest = 0;
  for (const [name, original] of originals) {
    Buffer[name] = (size: number, ...rest: []) => {
      largest = Math.max(largest, size);
      return original(size, ...rest);
    };
  }
  const [settled] = await Promise.allSettled([work()]);
  for (const [name, original] of originals) Buffer[name] = original;
  if (largest > Math.max(2 * inputBytes, ANY)) throw new Error(`${largest} bytes at once for ${inputBytes} of input`);
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
