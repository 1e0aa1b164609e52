/** Milliseconds that a `Retry-After` asks for, in seconds or as a date; null if there is none, or no valid one. */
export function millisecondsToRetry(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const milliseconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}
