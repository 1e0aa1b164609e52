export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  return value < 1_000_000 ? `${(value / 1000).toFixed(1)} kB` : `${(value / 1_000_000).toFixed(1)} MB`;
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

/** A timestamp in the user's locale, without seconds if it is short; any other text unchanged. */
export function instant(value: unknown, short = false): string {
  const date = new Date(String(value));
  if (Number.isNaN(date.getTime())) return String(value);
  return date.toLocaleString([], { dateStyle: "medium", timeStyle: short ? "short" : "medium" });
}

/** A date in the user's locale; any other text unchanged. */
export function day(value: unknown): string {
  const date = new Date(`${value}T00:00`);
  return Number.isNaN(date.getTime()) ? String(value) : date.toLocaleDateString([], { dateStyle: "medium" });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
