import type { Issue, UnknownRecord } from "../../../engine/internal.ts";
import {
  checkNames,
  createDocument,
  EngineError,
  FULL_ACCESS,
  type Payload,
  type Schema,
  type Stamp,
  singleDocument,
  stampDocument,
  storedLocale,
  type Transaction,
  updateDocument,
} from "../../../engine/internal.ts";
import type { Progress, Store } from "../../../storage/core.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { asNewUser } from "../documents/new-user.ts";
import { type CheckedSeed, checkSeed, pathKey } from "./check-seed.ts";
import { EntryNames } from "./entry-names.ts";
import { entriesOf, type SeedPart } from "./read-seed.ts";
import { type Reference, replaceReferences } from "./references.ts";
import type { SeedEntry } from "./seed-entry.ts";
import { SeedError } from "./seed-error.ts";
import { seedGuard } from "./seed-guard.ts";

/**
 * Entries that are written together: enough to be quick, few enough that what their write makes is garbage before the
 * collector moves it to the old generation, where it would wait for a full collection.
 */
const ENTRIES_PER_WORK = 50;

export interface PlantOptions {
  /** Called with the number of entries that are written, and of all. */
  readonly progress?: Progress | undefined;
  /** The roles of the configuration. */
  readonly roleNames?: readonly string[] | undefined;
}

/**
 * Writes the entries of a seed: all of them or none. `source` names the seed in messages; `progress` is called with the
 * entries that are written. Entries are read one by one, first to check them and again to write them, so that a seed of
 * `LazyMembers` is never in memory as a whole.
 *
 * @throws SeedError (rejected) with the faults of all entries, a thousand at most.
 */
export async function plantSeed(
  store: Store,
  seed: unknown,
  source: string,
  { progress = () => {}, roleNames = [] }: PlantOptions = {},
): Promise<void> {
  const { schema } = store.engine;
  const checked = await checkSeed(schema, seed);
  if (checked.faults.length > 0 && checked.count > MOST_TRIED) throw new SeedError(source, checked.faults);
  const mayPlant = seedGuard(store);
  // A write to a shared log may run again.
  await store.writeAll(() => (mayPlant() ? new Planting(schema, source, roleNames).works(checked, progress) : []));
  if (checked.faults.length > 0) throw new SeedError(source, checked.faults);
}

/** Entries of a faulty seed that are written to memory, so that faults of values are told with faults of form. */
const MOST_TRIED = 10_000;

/** Faults after which no more are looked for. */
const MAX_FAULTS = 1000;

/** The missing data of an entry, to be written once all entries are there. */
interface Waiting {
  readonly entry: Pick<SeedEntry, "type" | "path" | "locale">;
  readonly documentId: string;
  readonly data: UnknownRecord;
  readonly publish: boolean;
  readonly stamp: Stamp | null;
}

type Work = (tx: Transaction) => void;

/** The writes of one seed. */
class Planting {
  readonly #schema: Schema;
  readonly #source: string;
  readonly #roleNames: readonly string[];
  /** The entries so far. */
  readonly #planted = new EntryNames();
  /** References to entries that did not exist yet. */
  readonly #incomplete: Waiting[] = [];
  /** Changes of drafts. */
  readonly #changed: Waiting[] = [];
  /** Faults so far, for which nothing is written in the end. */
  readonly #faults: Issue[] = [];

  constructor(schema: Schema, source: string, roleNames: readonly string[]) {
    this.#schema = schema;
    this.#source = source;
    this.#roleNames = roleNames;
  }

  /** Circular references are written last, and their entries are published after all others. */
  *works({ parts, count, hashed, faults, lastIds }: CheckedSeed, progress: Progress): Generator<Work> {
    // Entries without an id get one that no other entry brings.
    if (lastIds.size > 0) {
      yield (tx) => {
        for (const [type, last] of lastIds) tx.reserveIds(type, last);
      };
    }
    let done = 0;
    this.#faults.push(...faults);
    const issues: Issue[] = [];
    for (const entries of this.#inOrder(parts, lastIds, issues)) {
      yield* eachOf(entries, (tx, entry) => {
        progress(done, count);
        done += 1;
        this.#create(tx, hashed.size === 0 ? entry : (hashed.get(pathKey(entry.path)) ?? entry));
      });
      // The file has changed since it was checked.
      if (issues.length > 0 && faults.length === 0) throw new SeedError(this.#source, issues);
    }
    yield* eachOf(this.#incomplete, (tx, waiting) => this.#update(tx, waiting));
    yield* eachOf(this.#changed, (tx, waiting) => this.#update(tx, waiting));
    if (this.#faults.length > 0) throw new SeedError(this.#source, this.#faults);
  }

  /** The entries by part; all entries of a type with given ids at once, drafts first, by id. */
  *#inOrder(
    parts: readonly SeedPart[],
    lastIds: CheckedSeed["lastIds"],
    issues: Issue[],
  ): Generator<Iterable<SeedEntry>> {
    const done = new Set<string>();
    for (const part of parts) {
      const { uid } = part.type;
      if (!lastIds.has(uid)) yield entriesOf(this.#schema, part, issues);
      else if (!done.has(uid)) {
        done.add(uid);
        const all = parts.filter(({ type }) => type.uid === uid);
        yield all.flatMap((each) => [...entriesOf(this.#schema, each, issues)]).sort(byId);
      }
    }
  }

  #create(tx: Transaction, entry: SeedEntry): void {
    const { type, data, draft, published, path, locale, stamp } = entry;
    const missing: { [name: string]: unknown } = {};
    const known = replaceReferences(this.#schema, type, data, (reference) => {
      const { target, name } = reference;
      const [attribute = ""] = reference.path;
      const isThere = this.#planted.isThere(this.#schema.type(target), this.#localeOf(entry, reference), name);
      if (!isThere) missing[attribute] = data[attribute];
      return isThere ? this.#planted.documentId(target, name) : undefined;
    });
    const isComplete = Object.keys(missing).length === 0;
    const documentId = this.#at(path, () => {
      checkNames(this.#schema, type, known);
      const data = type.uid === USER_TYPE ? asNewUser(tx, known, this.#roleNames) : known;
      this.#refuseTakenId(tx, entry);
      // Ids are kept in their order, so that the version that has one is created now.
      const publish = published && (isComplete || stamp?.id !== undefined);
      const made = createDocument(tx, payloadOf(entry, data), publish, this.#documentOf(tx, entry));
      if (stamp !== null) stampDocument(tx, entry, made.documentId, stamp, "sorted");
      return made.documentId;
    });
    if (documentId === null) return;
    this.#planted.add(entry, documentId);
    if (entry.documentId !== null && entry.documentId !== entry.name) {
      this.#planted.add({ ...entry, name: entry.documentId }, documentId);
    }
    const place = { type, locale };
    if (!isComplete)
      this.#incomplete.push({ entry: { ...place, path }, documentId, data: missing, publish: published, stamp });
    if (draft !== null) {
      const inDraft = { ...place, path: [...path, "$draft"] };
      this.#changed.push({ entry: inDraft, documentId, data: draft, publish: false, stamp: null });
    }
  }

  /** Before anything is written: an entry with another id would break the order of ids. */
  #refuseTakenId(tx: Transaction, { type, documentId, name, stamp }: SeedEntry): void {
    const holder = stamp?.id === undefined ? null : tx.byId(type.uid, stamp.id);
    const own = documentId ?? this.#planted.documentId(type.uid, name);
    if (holder === null || holder.documentId === own) return;
    throw new EngineError("application", `The id ${stamp?.id} is taken by another entry of ${type.uid}`);
  }

  /** The documentId that an earlier entry, of another locale, has created. */
  #documentOf(tx: Transaction, { type, documentId, name }: SeedEntry): string | undefined {
    const isOther = type.locale !== null && type.kind === "single";
    const planted = this.#planted.documentId(type.uid, name);
    return documentId ?? planted ?? (isOther ? singleDocument(tx, type) : null) ?? undefined;
  }

  /** The locale in which a referenced entry is looked for: the entry's, else the reference's; as stored. */
  #localeOf({ type, locale }: SeedEntry, { target, locale: said }: Reference): string | null {
    const to = this.#schema.type(target);
    const code = typeof said === "string" ? said : to.locale;
    return to.locale === null || type.locale !== null ? locale : storedLocale(to, code);
  }

  #update(tx: Transaction, { entry, documentId, data, publish, stamp }: Waiting): void {
    const known = replaceReferences(this.#schema, entry.type, data, ({ target, name }) =>
      this.#planted.documentId(target, name),
    );
    this.#at(entry.path, () => {
      checkNames(this.#schema, entry.type, known);
      updateDocument(tx, payloadOf(entry, known), documentId, publish);
      if (stamp !== null) stampDocument(tx, entry, documentId, stamp, "sorted");
    });
  }

  /** Keeps a refusal of the engine, with the path of the entry, and returns null. */
  #at<T>(path: readonly string[], work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // Only the first fault of a place is told: later ones follow from it.
      const known = new Set(this.#faults.map((fault) => pathKey(fault.path)));
      this.#faults.push(...issuesOf(error, path).filter((fault) => !known.has(pathKey(fault.path))));
      if (this.#faults.length < MAX_FAULTS) return null;
      throw new SeedError(this.#source, this.#faults);
    }
  }
}

/** The ids of drafts come first: drafts of published entries get higher ones. */
function byId(one: SeedEntry, other: SeedEntry): number {
  const [a, b] = [one, other].map(({ stamp, published }) => [stamp?.id ?? Number.POSITIVE_INFINITY, Number(published)]);
  const [id = 0, status = 0] = a ?? [];
  const [otherId = 0, otherStatus = 0] = b ?? [];
  if (id === otherId) return 0;
  if (id === Number.POSITIVE_INFINITY) return 1;
  if (otherId === Number.POSITIVE_INFINITY) return -1;
  return status - otherStatus || id - otherId;
}

function payloadOf({ type, locale }: Pick<SeedEntry, "type" | "locale">, data: UnknownRecord): Payload {
  return { type, data, access: FULL_ACCESS, unknownKeys: "refuse", locale };
}

/** One work for each group of entries. */
function* eachOf<T>(all: Iterable<T>, plant: (tx: Transaction, each: T) => void): Generator<Work> {
  let group: T[] = [];
  const planted = (those: readonly T[]) => (tx: Transaction) => {
    for (const each of those) plant(tx, each);
  };
  for (const each of all) {
    group.push(each);
    if (group.length < ENTRIES_PER_WORK) continue;
    yield planted(group);
    group = [];
  }
  if (group.length > 0) yield planted(group);
}

function issuesOf({ message, details, place }: EngineError, path: readonly string[]): readonly Issue[] {
  // The engine's own list of faults, as it makes it.
  const issues = details.errors as readonly Issue[] | undefined;
  if (issues === undefined) return [{ path: [...path, ...place], message }];
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}
