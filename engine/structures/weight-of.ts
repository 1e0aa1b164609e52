/** What a list or object takes beside what is in it. */
const OBJECT_BYTES = 56;

/** What one place of it takes: a pointer, and a share of its shape or of a number kept apart. */
const MEMBER_BYTES = 16;

/** What a text takes beside its characters. */
const TEXT_BYTES = 24;

/** Bytes that plain data keeps in memory, roughly: lists, maps, objects and texts within each other, without circles. */
export function weightOf(value: unknown): number {
  if (typeof value === "string") return TEXT_BYTES + value.length;
  if (typeof value !== "object" || value === null) return 0;
  let weight = OBJECT_BYTES;
  if (value instanceof Map) {
    for (const [key, inner] of value) weight += 2 * MEMBER_BYTES + weightOf(key) + weightOf(inner);
    return weight;
  }
  // The names of an object's members are in a shape that objects share.
  for (const inner of Array.isArray(value) ? value : Object.values(value)) weight += MEMBER_BYTES + weightOf(inner);
  return weight;
}
