import type { Schema } from "../../../engine/internal.ts";
import { referencesIn } from "./references.ts";
import type { SeedEntry } from "./seed-entry.ts";

/**
 * The entries in an order in which what is referred to comes first, as far as whole types can be put in such an order:
 * entries of one type stay in the order of the seed, which is that of their ids.
 */
export function inOrder(schema: Schema, entries: readonly SeedEntry[]): readonly SeedEntry[] {
  const byType = new Map<string, SeedEntry[]>();
  for (const entry of entries) {
    const group = byType.get(entry.type.uid) ?? [];
    byType.set(entry.type.uid, group);
    group.push(entry);
  }
  const ordered = new Set<string>();
  const visit = (uid: string, above: ReadonlySet<string>): void => {
    if (ordered.has(uid) || above.has(uid)) return;
    for (const target of targetsOf(schema, byType.get(uid) ?? [])) visit(target, new Set([...above, uid]));
    ordered.add(uid);
  };
  for (const uid of byType.keys()) visit(uid, new Set());
  return [...ordered].flatMap((uid) => byType.get(uid) ?? []);
}

function targetsOf(schema: Schema, entries: readonly SeedEntry[]): ReadonlySet<string> {
  const targets = new Set<string>();
  for (const { type, data } of entries) for (const { target } of referencesIn(schema, type, data)) targets.add(target);
  return targets;
}
