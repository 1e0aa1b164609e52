/**
 * About the bytes that a value takes as JSON, for less than printing it: texts count a byte for each UTF-16 unit,
 * although scripts other than Latin take up to three.
 */
export function estimateBytes(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return SCALAR;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += 1 + estimateBytes(item);
    return bytes;
  }
  for (const [name, member] of Object.entries(value)) bytes += name.length + 4 + estimateBytes(member);
  return bytes;
}

const SCALAR = 5;
