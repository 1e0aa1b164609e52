import {
  type AnyModel,
  type ContentType,
  FILE_TYPE,
  type LinkAttribute,
  type MediaAttribute,
  type MorphAttribute,
  type Schema,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import type { FileStore, Store } from "../../../storage/internal.ts";
import { DocumentService } from "../documents/document-service.ts";
import { kindFor, madeFile, madeFileName, mediaTypesOf } from "./made-file.ts";
import type { Random } from "./random.ts";

/** Entries of one type that generated entries may be related to. */
const LARGEST = 50;

/** Number of different pictures that the entries of a type share. */
const PICTURES = 5;

/** Creates entries, and stores the bytes of files. */
export interface Places {
  readonly store: Store;
  readonly files: FileStore;
}

/** Creates so many entries of a type as relation targets; returns their documentIds. */
export type MakeTargets = (type: ContentType, count: number) => Promise<readonly string[]>;

/** documentIds by link: the possible relation targets of a type's generated entries. */
export class Pools {
  readonly #shared = new Map<string, readonly string[]>();
  readonly #own = new Map<LinkAttribute, string[]>();
  readonly #random: Random;
  readonly #locale: unknown;
  #anything: readonly AnyTarget[] | null = null;

  /** `locale`: of the generated entries, which their links follow; undefined for the default one. */
  constructor(random: Random, locale?: unknown) {
    this.#random = random;
    this.#locale = locale;
  }

  /** Finds entries for every link of a type and its components, or creates some if there are none. */
  async fill(places: Places, type: ContentType, given: ReadonlySet<string>, count: number, make: MakeTargets) {
    const { store } = places;
    const { schema } = store.engine;
    for (const attribute of linksOf(schema, type, given)) {
      if (attribute.kind === "morph") {
        this.#anything ??= await this.#anyTargets(store, type, make);
        continue;
      }
      const target = schema.target(attribute);
      if (isExclusive(attribute)) this.#own.set(attribute, [...(await make(target, count))]);
      else if (!this.#shared.has(poolOf(attribute))) {
        const found = await this.#present(store, target, filtersOf(attribute));
        const entries = found.length > 0 ? found : await fresh(places, attribute, target, count, make);
        this.#shared.set(poolOf(attribute), entries);
      }
    }
  }

  /** One entry for a link to one, up to two for a link to many. */
  choose(attribute: LinkAttribute | MorphAttribute): unknown {
    if (attribute.kind === "morph") return this.#chosen(attribute.many, this.#anything ?? []);
    if (isExclusive(attribute)) return this.#own.get(attribute)?.shift();
    return this.#chosen(attribute.many, this.#shared.get(poolOf(attribute)) ?? []);
  }

  #chosen<T>(many: boolean, pool: readonly T[]): unknown {
    if (pool.length === 0) return undefined;
    if (!many) return this.#random.one(pool);
    return [...new Set([this.#random.one(pool), this.#random.one(pool)])];
  }

  async #present(store: Store, type: ContentType, filters: UnknownRecord): Promise<readonly string[]> {
    const locale = type.locale === null || this.#locale === undefined ? {} : { locale: String(this.#locale) };
    const params = { status: "published", fields: [], limit: LARGEST, filters, ...locale } as const;
    const found = await new DocumentService(store, type).findMany(params);
    return found.map(({ documentId }) => String(documentId));
  }

  /** Entries of all collections with routes; if there are none, a new one of the first type that allows it. */
  async #anyTargets(store: Store, own: ContentType, make: MakeTargets): Promise<readonly AnyTarget[]> {
    const types = [...store.engine.schema.types.values()].filter(({ rest, kind }) => rest && kind === "collection");
    const targets: AnyTarget[] = [];
    const add = ({ uid }: ContentType, found: readonly string[]) =>
      targets.push(...found.map((documentId) => ({ __type: uid, documentId })));
    for (const type of types) add(type, (await this.#present(store, type, {})).slice(0, OF_ANY));
    for (const type of types) if (targets.length === 0 && type !== own) add(type, await make(type, 1));
    return targets;
  }
}

/** A possible target of a relation to any type, in the form of a write. */
interface AnyTarget {
  readonly __type: string;
  readonly documentId: string;
}

/** Entries of each type among them. */
const OF_ANY = 5;

/** Files of one kind cannot replace those of another. */
function poolOf(attribute: LinkAttribute): string {
  return attribute.kind === "relation" ? attribute.target : `${FILE_TYPE} ${kindFor(attribute)}`;
}

/** Only one entry may have the target: using it again would take it away from the other. */
function isExclusive(attribute: LinkAttribute): boolean {
  return attribute.kind === "relation" && attribute.relation === "oneToOne" && attribute.inversedBy !== undefined;
}

/** Links that the type itself owns; those owned by the target belong to the target. */
function linksOf(
  schema: Schema,
  type: ContentType,
  given: ReadonlySet<string>,
): readonly (LinkAttribute | MorphAttribute)[] {
  const links: (LinkAttribute | MorphAttribute)[] = [];
  const seen = new Set<AnyModel>();
  const visit = (model: AnyModel): void => {
    if (seen.has(model)) return;
    seen.add(model);
    for (const attribute of model.attributes.values()) {
      if (model === type && given.has(attribute.name)) continue;
      if (attribute.kind === "media" || attribute.kind === "morph") links.push(attribute);
      else if (attribute.kind === "relation" && attribute.mappedBy === undefined) links.push(attribute);
      else if (attribute.kind === "component") visit(schema.component(attribute.component));
      else if (attribute.kind === "dynamiczone") for (const uid of attribute.components) visit(schema.component(uid));
    }
  };
  visit(type);
  return links;
}

function filtersOf(attribute: LinkAttribute): UnknownRecord {
  return attribute.kind === "media" ? { mime: { $startsWith: mediaTypesOf(kindFor(attribute)) } } : {};
}

async function fresh(
  places: Places,
  attribute: LinkAttribute,
  target: ContentType,
  count: number,
  make: MakeTargets,
): Promise<readonly string[]> {
  if (attribute.kind !== "media") return make(target, 1);
  const made: string[] = [];
  const wanted = kindFor(attribute) === "images" ? Math.min(count, PICTURES) : 1;
  while (made.length < wanted) made.push(await makeFile(places, attribute, target));
  return made;
}

/** Bytes and row of a new file. */
async function makeFile({ store, files }: Places, attribute: MediaAttribute, type: ContentType): Promise<string> {
  const kind = kindFor(attribute);
  let serial = store.engine.state.collection(type.uid).documentCount;
  while ((await files.open(madeFileName(kind, serial))) !== null) serial++;
  const { bytes, entry } = await madeFile(kind, serial);
  await files.put(entry.name, [bytes]);
  const { documentId } = await new DocumentService(store, type).create({ data: entry });
  return String(documentId);
}
