/** Milliseconds. */
const MAX_CLOCK_OFFSET = 30_000;

/** Why a node whose clock is so many milliseconds behind that of the log's server accepts no writes, or null. */
export function clockSkew(offset: number | null): string | null {
  if (offset === null || Math.abs(offset) <= MAX_CLOCK_OFFSET) return null;
  const [seconds, direction] = [Math.abs(offset) / 1000, offset > 0 ? "behind" : "ahead of"];
  return `the clock of this machine is ${seconds.toFixed(0)} s ${direction} that of the log's server`;
}
