import {
  checkNames,
  createDocument,
  EngineError,
  FULL_ACCESS,
  type Issue,
  type Payload,
  type Schema,
  type Transaction,
  updateDocument,
} from "../../engine/index.ts";
import type { Store } from "../../storage/index.ts";
import { hashPasswords } from "../content/passwords.ts";
import type { UnknownRecord } from "../project/record.ts";
import { inOrder } from "./order.ts";
import { readSeed } from "./read-seed.ts";
import { type Reference, referencesIn, replaceReferences } from "./references.ts";
import type { SeedEntry } from "./seed-entry.ts";
import { SeedError } from "./seed-error.ts";

/**
 * Writes the entries of a seed in one transaction: all of them or none. `source` names the seed in messages.
 *
 * @throws SeedError (rejected) with every fault of its form, or else with those of the first entry that breaks a rule.
 */
export async function plantSeed(store: Store, seed: unknown, source: string): Promise<void> {
  const { schema } = store.engine;
  const { entries, issues } = readSeed(schema, seed);
  const faults = [...issues, ...strangeReferences(schema, entries)];
  if (faults.length > 0) throw new SeedError(source, faults);
  const ready = await Promise.all(inOrder(schema, entries).map((entry) => withHashes(schema, entry)));
  await store.write(
    (tx) => new Planting(tx, schema, source).plant(ready),
    () => undefined,
  );
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

async function withHashes(schema: Schema, entry: SeedEntry): Promise<SeedEntry> {
  const hashed = async (data: UnknownRecord) =>
    (await hashPasswords(schema, entry.type, data, "unbounded")) as UnknownRecord;
  const draft = entry.draft === null ? null : await hashed(entry.draft);
  return { ...entry, data: await hashed(entry.data), draft };
}

/** An entry whose references to entries that were not there yet are still to be written. */
interface Waiting {
  readonly entry: SeedEntry;
  readonly documentId: string;
  readonly attributes: readonly string[];
}

/** The writes of one seed. */
class Planting {
  readonly #tx: Transaction;
  readonly #schema: Schema;
  readonly #source: string;
  /** documentIds of the entries so far, by type and name. */
  readonly #planted = new Map<string, string>();

  constructor(tx: Transaction, schema: Schema, source: string) {
    this.#tx = tx;
    this.#schema = schema;
    this.#source = source;
  }

  /** Circles of references are closed last, and what is in them is published after all others. */
  plant(entries: readonly SeedEntry[]): void {
    const planted = entries.map((entry) => this.#create(entry));
    for (const waiting of planted) if (waiting.attributes.length > 0) this.#complete(waiting);
    for (const { entry, documentId } of planted) if (entry.draft !== null) this.#change(entry, documentId, entry.draft);
  }

  #create(entry: SeedEntry): Waiting {
    const { type, data, published, name } = entry;
    const attributes = new Set<string>();
    const known = replaceReferences(this.#schema, type, data, (reference) => {
      const documentId = this.#planted.get(keyOf(reference.target, reference.name));
      if (documentId === undefined) attributes.add(reference.path[0] ?? "");
      return documentId;
    });
    const publish = published && attributes.size === 0;
    const { documentId } = this.#telling(entry, () => {
      checkNames(this.#schema, type, known);
      return createDocument(this.#tx, this.#payload(entry, known), publish, entry.documentId ?? undefined);
    });
    if (name !== null) this.#planted.set(keyOf(type.uid, name), documentId);
    return { entry, documentId, attributes: [...attributes] };
  }

  #complete({ entry, documentId, attributes }: Waiting): void {
    const missing = Object.fromEntries(attributes.map((name) => [name, entry.data[name]]));
    this.#update(entry, documentId, missing, entry.published);
  }

  #change(entry: SeedEntry, documentId: string, changes: UnknownRecord): void {
    this.#update({ ...entry, path: [...entry.path, "$draft"] }, documentId, changes, false);
  }

  #update(entry: SeedEntry, documentId: string, data: UnknownRecord, publish: boolean): void {
    const known = replaceReferences(this.#schema, entry.type, data, ({ target, name }) =>
      this.#planted.get(keyOf(target, name)),
    );
    this.#telling(entry, () => {
      checkNames(this.#schema, entry.type, known);
      updateDocument(this.#tx, this.#payload(entry, known), documentId, publish);
    });
  }

  #payload({ type }: SeedEntry, data: UnknownRecord): Payload {
    return { type, data, access: FULL_ACCESS, unknownKeys: "refuse" };
  }

  /** Refusals of the engine with the place of the entry. */
  #telling<T>(entry: SeedEntry, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof EngineError ? new SeedError(this.#source, issuesOf(error, entry.path)) : error;
    }
  }
}

function issuesOf({ message, details }: EngineError, path: readonly string[]): readonly Issue[] {
  // The engine's own list of faults, as it makes it.
  const issues = details.errors as readonly Issue[] | undefined;
  if (issues === undefined) return [{ path, message }];
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}
