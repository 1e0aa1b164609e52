import { isRecord } from "../../../../engine/internal.ts";

/** An object with another one over it, member by member at any depth; other values give way. */
export function merged(under: unknown, over: unknown): unknown {
  if (!isPlain(under) || !isPlain(over)) return over === undefined ? under : over;
  const all = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...all].map((name) => [name, merged(under[name], over[name])]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Array.isArray(value) && Object.getPrototypeOf(value)?.constructor?.name === "Object";
}
