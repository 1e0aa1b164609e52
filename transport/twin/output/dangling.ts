/** Links that are not written, by attribute. */
export interface Dangling {
  /** To documents that are not there. */
  readonly links: Map<string, number>;
  /** To types that were not read. */
  readonly unread: Map<string, number>;
}

export function noneDangling(): Dangling {
  return { links: new Map(), unread: new Map() };
}

/** Whether the target of a link is among the rows of its type; else the link is counted. `name`: of its attribute. */
export function isThere(
  [to, id]: readonly [type: string, id: number],
  ids: { has(id: number): boolean } | undefined,
  name: string,
  dangling: Dangling,
): boolean {
  if (ids?.has(id) === true) return true;
  const [counts, key] = ids === undefined ? [dangling.unread, to] : [dangling.links, name];
  counts.set(key, (counts.get(key) ?? 0) + 1);
  return false;
}
