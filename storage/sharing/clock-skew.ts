/** Milliseconds. */
const MAX_CLOCK_OFFSET = 30_000;

/**
 * Milliseconds by which a server's clock is ahead of this machine's. Cristian's algorithm: assumes that the server read its
 * clock halfway. A difference of up to half the round trip counts as zero.
 */
export function clockOffset(server: number, sent: number, received: number): number {
  const offset = server - (sent + received) / 2;
  const error = (received - sent) / 2;
  return Math.abs(offset) <= error ? 0 : offset;
}

/** Why a node whose clock is so many milliseconds behind the log's server accepts no writes, or null. */
export function clockSkew(offset: number | null): string | null {
  if (offset === null || Math.abs(offset) <= MAX_CLOCK_OFFSET) return null;
  const [seconds, direction] = [Math.abs(offset) / 1000, offset > 0 ? "behind" : "ahead of"];
  return `the clock of this machine is ${seconds.toFixed(0)} s ${direction} that of the log's server`;
}
