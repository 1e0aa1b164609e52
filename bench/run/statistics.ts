/** The value that this share of the values does not exceed, the higher of two; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle one of some values, the higher of two; NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
