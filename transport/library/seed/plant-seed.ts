import type { UnknownRecord } from "../../../engine/internal.ts";
import {
  checkNames,
  createDocument,
  EngineError,
  FULL_ACCESS,
  type Issue,
  type Payload,
  passwordPlaces,
  type Schema,
  singleDocument,
  storedLocale,
  type Transaction,
  updateDocument,
} from "../../../engine/internal.ts";
import type { Progress, Store } from "../../../storage/core.ts";
import { hashPasswords } from "../../contract/passwords.ts";
import { firstToFill } from "./first-to-fill.ts";
import { readSeed } from "./read-seed.ts";
import { inOrder, type Reference, referencesIn, replaceReferences } from "./references.ts";
import type { SeedEntry } from "./seed-entry.ts";
import { SeedError } from "./seed-error.ts";

/**
 * Entries that are written together: enough to be quick, few enough that what their write makes is garbage before the
 * collector moves it to the old generation, where it would wait for a full collection.
 */
const ENTRIES_PER_WORK = 50;

/** The entries of a seed in the order of writing, grouped by entries that are written together. */
export type SeedParts = SeedEntry[][];

/**
 * Writes the entries of a seed: all of them or none. `source` names the seed in messages; `progress` is called with the
 * entries that are written.
 *
 * @throws SeedError (rejected) with every fault of its form, or else with those of the first entry that breaks a rule.
 */
export async function plantSeed(store: Store, seed: unknown, source: string, progress?: Progress): Promise<void> {
  await plantParts(store, await seedParts(store.engine.schema, seed, source), source, progress);
}

/**
 * The entries of a seed, checked and with their passwords hashed. Nothing but the result leads to the seed, so that
 * `plantParts` can release entries that are written.
 *
 * @throws SeedError (rejected) with every fault of its form.
 */
export async function seedParts(schema: Schema, seed: unknown, source: string): Promise<SeedParts> {
  const { entries, issues } = readSeed(schema, seed);
  const faults = [...issues, ...strangeReferences(schema, entries)];
  if (faults.length > 0) throw new SeedError(source, faults);
  return inParts(await hashAll(schema, inOrder(schema, entries)));
}

/**
 * Writes all entries or none, and takes each part out of `parts` as it is written: a large seed would fill memory beside
 * the content that it becomes.
 *
 * @throws SeedError (rejected) with the faults of the first entry that breaks a rule.
 */
export async function plantParts(
  store: Store,
  parts: SeedParts,
  source: string,
  progress: Progress = () => {},
): Promise<void> {
  const { schema } = store.engine;
  const mayPlant = firstToFill(store);
  // A write to a shared log may run again.
  const taken = () => (store.opened.shared ? [...parts] : parts);
  await store.writeAll(() => (mayPlant() ? new Planting(schema, source).works(taken(), progress) : []));
}

/** References to names that no entry of the seed has. */
function strangeReferences(schema: Schema, entries: readonly SeedEntry[]): Issue[] {
  const names = new Set(entries.map(({ type, name }) => keyOf(type.uid, name)));
  return entries.flatMap(({ type, data, draft, path }) => {
    const strange = (place: readonly string[], found: readonly Reference[]) =>
      found
        .filter(({ target, name }) => !names.has(keyOf(target, name)))
        .map((reference) => ({
          path: [...place, ...reference.path],
          message: `no ${schema.type(reference.target).singularName} of the seed is named ${JSON.stringify(reference.name)}`,
        }));
    return [
      ...strange(path, referencesIn(schema, type, data)),
      ...strange([...path, "$draft"], draft === null ? [] : referencesIn(schema, type, draft)),
    ];
  });
}

function keyOf(type: string, name: unknown): string {
  return `${type} ${typeof name === "string" ? name : ""}`;
}

/** Most entries hold no password, and nothing is made for those. */
async function hashAll(schema: Schema, entries: readonly SeedEntry[]): Promise<readonly SeedEntry[]> {
  const ready = [...entries];
  const hashing = entries.flatMap((entry, at) => {
    if (!hasPasswords(schema, entry)) return [];
    return withHashes(schema, entry).then((hashed) => {
      ready[at] = hashed;
    });
  });
  await Promise.all(hashing);
  return ready;
}

function hasPasswords(schema: Schema, { type, data, draft }: SeedEntry): boolean {
  return [data, draft ?? {}].some((each) => passwordPlaces(schema, type, each).length > 0);
}

async function withHashes(schema: Schema, entry: SeedEntry): Promise<SeedEntry> {
  const hashed = async (data: UnknownRecord) =>
    (await hashPasswords(schema, entry.type, data, "unbounded")) as UnknownRecord;
  const draft = entry.draft === null ? null : await hashed(entry.draft);
  return { ...entry, data: await hashed(entry.data), draft };
}

/** An entry whose references to entries that did not exist yet must still be written. */
interface Waiting {
  readonly entry: SeedEntry;
  readonly documentId: string;
  readonly attributes: readonly string[];
}

type Work = (tx: Transaction) => void;

/** The writes of one seed. */
class Planting {
  readonly #schema: Schema;
  readonly #source: string;
  /** documentIds of the entries so far, by type and name. */
  readonly #planted = new Map<string, string>();
  /** Type, name and locale of the entries so far. */
  readonly #there = new Set<string>();

  constructor(schema: Schema, source: string) {
    this.#schema = schema;
    this.#source = source;
  }

  /** Circular references are written last, and their entries are published after all others. */
  *works(parts: SeedParts, progress: Progress): Generator<Work> {
    const waiting: Waiting[] = [];
    const changed: Waiting[] = [];
    const total = parts.reduce((sum, part) => sum + part.length, 0);
    let done = 0;
    yield* eachOf(parts, (tx, entry) => {
      progress(done, total);
      done += 1;
      const created = this.#create(tx, entry);
      if (created.attributes.length > 0) waiting.push(created);
      if (entry.draft !== null) changed.push(created);
    });
    yield* eachOf(inParts(waiting), (tx, each) => this.#complete(tx, each));
    yield* eachOf(inParts(changed), (tx, { entry, documentId }) => {
      if (entry.draft !== null) this.#change(tx, entry, documentId, entry.draft);
    });
  }

  #create(tx: Transaction, entry: SeedEntry): Waiting {
    const { type, data, published, name } = entry;
    const attributes = new Set<string>();
    const known = replaceReferences(this.#schema, type, data, (reference) => {
      const isThere = this.#there.has(this.#placeOf(entry, reference));
      if (!isThere) attributes.add(reference.path[0] ?? "");
      return isThere ? this.#planted.get(keyOf(reference.target, reference.name)) : undefined;
    });
    const publish = published && attributes.size === 0;
    const { documentId } = this.#inEntry(entry, () => {
      checkNames(this.#schema, type, known);
      return createDocument(tx, this.#payload(entry, known), publish, this.#documentOf(tx, entry));
    });
    if (name !== null) {
      this.#planted.set(keyOf(type.uid, name), documentId);
      this.#there.add(`${keyOf(type.uid, name)} ${entry.locale ?? ""}`);
    }
    return { entry, documentId, attributes: [...attributes] };
  }

  /** The document that an entry is of, where it is not the first of it. */
  #documentOf(tx: Transaction, { type, documentId, name }: SeedEntry): string | undefined {
    const isOther = type.locale !== null && type.kind === "single";
    const planted = name === null ? undefined : this.#planted.get(keyOf(type.uid, name));
    return documentId ?? planted ?? (isOther ? singleDocument(tx, type) : null) ?? undefined;
  }

  /** Where what an entry refers to is looked for: in the locale of the entry, else in the one that the reference says. */
  #placeOf({ type, locale }: SeedEntry, { target, name, locale: said }: Reference): string {
    const to = this.#schema.type(target);
    const code = typeof said === "string" ? said : to.locale;
    const linked = to.locale === null || type.locale !== null ? locale : storedLocale(to, code);
    return `${keyOf(target, name)} ${(to.locale === null ? null : linked) ?? ""}`;
  }

  #complete(tx: Transaction, { entry, documentId, attributes }: Waiting): void {
    const missing = Object.fromEntries(attributes.map((name) => [name, entry.data[name]]));
    this.#update(tx, entry, documentId, missing, entry.published);
  }

  #change(tx: Transaction, entry: SeedEntry, documentId: string, changes: UnknownRecord): void {
    this.#update(tx, { ...entry, path: [...entry.path, "$draft"] }, documentId, changes, false);
  }

  #update(tx: Transaction, entry: SeedEntry, documentId: string, data: UnknownRecord, publish: boolean): void {
    const known = replaceReferences(this.#schema, entry.type, data, ({ target, name }) =>
      this.#planted.get(keyOf(target, name)),
    );
    this.#inEntry(entry, () => {
      checkNames(this.#schema, entry.type, known);
      updateDocument(tx, this.#payload(entry, known), documentId, publish);
    });
  }

  #payload({ type, locale }: SeedEntry, data: UnknownRecord): Payload {
    return { type, data, access: FULL_ACCESS, unknownKeys: "refuse", locale };
  }

  /** Refusals of the engine with the place of the entry. */
  #inEntry<T>(entry: SeedEntry, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof EngineError ? new SeedError(this.#source, issuesOf(error, entry.path)) : error;
    }
  }
}

function inParts<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < all.length; from += ENTRIES_PER_WORK) parts.push(all.slice(from, from + ENTRIES_PER_WORK));
  return parts;
}

function* eachOf<T>(parts: T[][], plant: (tx: Transaction, each: T) => void): Generator<Work> {
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const together = part;
    yield (tx) => {
      for (const each of together) plant(tx, each);
    };
  }
}

function issuesOf({ message, details }: EngineError, path: readonly string[]): readonly Issue[] {
  // The engine's own list of faults, as it makes it.
  const issues = details.errors as readonly Issue[] | undefined;
  if (issues === undefined) return [{ path, message }];
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}
