const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether HTTP has such a header: others could begin another header, or end the head. */
export function isHeader(name: string, value: unknown): value is string {
  return NAME.test(name) && typeof value === "string" && VALUE.test(value);
}
