const SECONDS: { readonly [unit: string]: number } = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_557_600,
};

const BYTES: { readonly [unit: string]: number } = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** Whole seconds of a duration in the format of tokens: a number of seconds, or a text such as `7d`; null if it is invalid. */
export function secondsIn(value: unknown): number | null {
  return quantity(value, SECONDS, "ms");
}

/** Bytes of a size in the format of body parsers: a number of bytes, or a text such as `10mb`; null if it is invalid. */
export function bytesIn(value: unknown): number | null {
  return quantity(value, BYTES, "b");
}

/** `plain`: the unit of a text without one. */
function quantity(value: unknown, units: { readonly [unit: string]: number }, plain: string): number | null {
  if (typeof value === "number") return value >= 1 ? Math.floor(value) : null;
  const [, amount, unit = plain] = typeof value === "string" ? (QUANTITY.exec(value.trim().toLowerCase()) ?? []) : [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  const whole = Math.floor(Number(amount) * (factor ?? Number.NaN));
  return whole >= 1 ? whole : null;
}

const QUANTITY = /^(\d{1,15}(?:\.\d{1,5})?) ?([a-z]{1,2})?$/;
