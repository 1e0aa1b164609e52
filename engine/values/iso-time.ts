let lastTime = { at: 0, text: new Date(0).toISOString() };

/** A time in epoch milliseconds as ISO 8601 text; what happens in the same millisecond shares the string. */
export function isoTime(at: number): string {
  if (at !== lastTime.at) lastTime = { at, text: new Date(at).toISOString() };
  return lastTime.text;
}
