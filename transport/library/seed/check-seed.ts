import type { Issue, Schema, UnknownRecord } from "../../../engine/internal.ts";
import { passwordPlaces } from "../../../engine/internal.ts";
import { ROLE_TYPE, USER_TYPE } from "../../access/user-types.ts";
import { hashPasswords } from "../../contract/passwords.ts";
import { EntryNames } from "./entry-names.ts";
import { entriesOf, type SeedPart, seedParts } from "./read-seed.ts";
import { type Reference, referencesIn } from "./references.ts";
import type { SeedEntry } from "./seed-entry.ts";

/** A seed, to be read once more while it is written. */
export interface CheckedSeed {
  /** In the order of writing. */
  readonly parts: readonly SeedPart[];
  /** Every fault of its form. */
  readonly faults: readonly Issue[];
  /** The largest id that an entry brings, by type. */
  readonly lastIds: ReadonlyMap<string, number>;
  /** Number of entries. */
  readonly count: number;
  /** The entries with passwords, which are hashed, by their paths as `pathKey` writes them. */
  readonly hashed: ReadonlyMap<string, SeedEntry>;
}

/** Reads a seed once, entry by entry, and keeps only the names in it. */
export async function checkSeed(schema: Schema, seed: unknown): Promise<CheckedSeed> {
  const issues: Issue[] = [];
  const parts = seedParts(schema, seed, issues);
  const check = new Check(schema);
  for (const part of parts) for (const entry of entriesOf(schema, part, issues)) check.add(entry);
  const shown = answeredParts(schema, check, issues);
  const faults = [
    ...issues,
    ...check.sharedNames,
    ...(check.hasStrangeReferences() ? strangeReferences(check, [...parts, ...shown]) : []),
  ];
  return {
    parts: inOrder([...parts, ...shown], check.targets),
    faults,
    count: check.count,
    lastIds: check.lastIds,
    hashed: await check.hashed(),
  };
}

/** The entries that stand in others as populated relations and nowhere else. */
function answeredParts(schema: Schema, check: Check, issues: Issue[]): readonly SeedPart[] {
  const parts: SeedPart[] = [];
  // Entries that stand in these are added to the map while it is read.
  for (const { target, entry, path } of check.answered.values()) {
    if (!check.isStrange(target, entry.documentId)) continue;
    const part = { type: schema.type(target), key: path.join("."), value: [entry] };
    parts.push(part);
    for (const each of entriesOf(schema, part, issues)) check.add(each);
  }
  return parts;
}

/** The path of an entry as the key of a map. */
export function pathKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

class Check {
  readonly schema: Schema;
  readonly names = new EntryNames();
  /** A name identifies one entry of its type in each locale. */
  readonly sharedNames: Issue[] = [];
  /** Types that entries of a type refer to. */
  readonly targets = new Map<string, Set<string>>();
  count = 0;
  readonly lastIds = new Map<string, number>();
  /** Populated entries by type and documentId. */
  readonly answered = new Map<
    string,
    { readonly target: string; readonly entry: UnknownRecord; readonly path: readonly string[] }
  >();
  /** Names that are referred to, by type. */
  readonly #wanted = new Map<string, Set<unknown>>();
  readonly #hashing: Promise<readonly [string, SeedEntry]>[] = [];

  constructor(schema: Schema) {
    this.schema = schema;
  }

  add(entry: SeedEntry): void {
    const { type, data, draft, name, path, locale } = entry;
    this.count += 1;
    const { stamp, documentId } = entry;
    if (stamp?.id !== undefined) this.lastIds.set(type.uid, Math.max(stamp.id, this.lastIds.get(type.uid) ?? 0));
    if (documentId !== null && documentId !== name) this.names.add({ type, name: documentId, locale });
    if (!this.names.add(entry)) {
      const where = type.locale === null ? "" : ` in ${locale ?? type.locale}`;
      this.sharedNames.push({ path, message: `is not the only ${type.singularName} named ${name}${where}` });
    }
    if (type.uid === USER_TYPE) addTo(this.targets, USER_TYPE, ROLE_TYPE);
    for (const reference of referencesIn(this.schema, type, data)) {
      addTo(this.targets, type.uid, reference.target);
      addTo(this.#wanted, reference.target, reference.name);
      const { target, name: key, entry: populated } = reference;
      if (populated !== null) {
        this.answered.set(`${target} ${key}`, { target, entry: populated, path: [...path, ...reference.path] });
      }
    }
    if (draft !== null) {
      for (const { target, name: wanted } of referencesIn(this.schema, type, draft))
        addTo(this.#wanted, target, wanted);
    }
    // Nothing is made for the many entries without a password.
    if (hasPasswords(this.schema, entry)) this.#hashing.push(withHashes(this.schema, entry));
  }

  /** References to names that no entry of the seed has. */
  hasStrangeReferences(): boolean {
    return [...this.#wanted].some(([target, names]) => [...names].some((name) => this.isStrange(target, name)));
  }

  isStrange(target: string, name: unknown): boolean {
    return this.names.documentId(target, name) === undefined;
  }

  async hashed(): Promise<ReadonlyMap<string, SeedEntry>> {
    return new Map(await Promise.all(this.#hashing));
  }
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, member: T): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([member]));
  else set.add(member);
}

/** Their faults with their paths, which only another reading of the seed finds. */
function* strangeReferences(check: Check, parts: readonly SeedPart[]): Generator<Issue> {
  const { schema } = check;
  const faultsOf = (path: readonly string[], references: readonly Reference[]) =>
    references
      .filter(({ target, name }) => check.isStrange(target, name))
      .map((reference) => ({
        path: [...path, ...reference.path],
        message: `no ${schema.type(reference.target).singularName} of the seed is named ${JSON.stringify(reference.name)}`,
      }));
  for (const part of parts) {
    for (const { type, data, draft, path } of entriesOf(schema, part, [])) {
      yield* faultsOf(path, referencesIn(schema, type, data));
      if (draft !== null) yield* faultsOf([...path, "$draft"], referencesIn(schema, type, draft));
    }
  }
}

/**
 * The parts sorted so that referenced entries come first, as far as whole types can be ordered like this: entries of
 * one type stay in the order of the seed and of their ids.
 */
function inOrder(parts: readonly SeedPart[], targets: ReadonlyMap<string, ReadonlySet<string>>): readonly SeedPart[] {
  const ordered = new Set<string>();
  const visit = (uid: string, above: ReadonlySet<string>): void => {
    if (ordered.has(uid) || above.has(uid)) return;
    for (const target of targets.get(uid) ?? []) visit(target, new Set([...above, uid]));
    ordered.add(uid);
  };
  for (const { type } of parts) visit(type.uid, new Set());
  return [...ordered].flatMap((uid) => parts.filter(({ type }) => type.uid === uid));
}

function hasPasswords(schema: Schema, { type, data, draft }: SeedEntry): boolean {
  return [data, draft ?? {}].some((each) => passwordPlaces(schema, type, each).length > 0);
}

async function withHashes(schema: Schema, entry: SeedEntry): Promise<readonly [string, SeedEntry]> {
  const hashed = async (data: UnknownRecord) =>
    (await hashPasswords(schema, entry.type, data, "unbounded")) as UnknownRecord;
  const draft = entry.draft === null ? null : await hashed(entry.draft);
  return [pathKey(entry.path), { ...entry, data: await hashed(entry.data), draft }];
}
