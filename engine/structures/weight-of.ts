import { isMap } from "../runtime/brands.ts";

/** Estimated bytes of a list or object without its contents. */
const OBJECT_BYTES = 56;

/** Estimated bytes of one member: a pointer, and a share of the object's shape or of a boxed number. */
const MEMBER_BYTES = 16;

/** Estimated bytes of a string without its characters. */
const TEXT_BYTES = 24;

/** Estimates the memory of plain data in bytes: nested lists, maps, objects and strings without cycles. */
export function weightOf(value: unknown): number {
  if (typeof value === "string") return TEXT_BYTES + value.length;
  if (typeof value !== "object" || value === null) return 0;
  let weight = OBJECT_BYTES;
  if (isMap(value)) {
    for (const [key, inner] of value) weight += 2 * MEMBER_BYTES + weightOf(key) + weightOf(inner);
    return weight;
  }
  // The property names belong to a shape that objects share.
  for (const inner of Array.isArray(value) ? value : Object.values(value)) weight += MEMBER_BYTES + weightOf(inner);
  return weight;
}
