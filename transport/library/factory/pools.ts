import {
  type AnyModel,
  type Attribute,
  type ContentType,
  componentUids,
  FILE_TYPE,
  type LinkAttribute,
  type MediaAttribute,
  type MorphAttribute,
  type Schema,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import type { FileStore, Store } from "../../../storage/core.ts";
import type { DocumentParams } from "../documents/document-params.ts";
import { DocumentService } from "../documents/document-service.ts";
import { kindFor, madeFile, madeFileName, mediaTypesOf } from "./files/made-file.ts";
import type { Random } from "./random.ts";

/** Entries of one type that generated entries may be related to. */
const LARGEST = 50;

/** Number of different pictures that the entries of a type share. */
const PICTURES = 5;

/** Creates entries, and stores the bytes of files. */
export interface Places {
  readonly store: Store;
  readonly files: FileStore;
  /** The time of the galley, in milliseconds. */
  readonly now: () => number;
  /** The roles of the configuration. */
  readonly roleNames: readonly string[];
}

/** Creates so many entries of a type as relation targets, in every locale if `everywhere`; returns their documentIds. */
export type MakeTargets = (type: ContentType, count: number, everywhere?: boolean) => Promise<readonly string[]>;

/** documentIds by link: the possible relation targets of a type's generated entries. */
export class Pools {
  readonly #shared = new Map<string, readonly string[]>();
  readonly #own = new Map<LinkAttribute, string[]>();
  readonly #anything = new Map<boolean, readonly AnyTarget[]>();
  readonly #random: Random;
  readonly #locale: unknown;
  /** Links whose targets have to be in every locale. */
  #everywhere: ReadonlySet<AnyLink> = new Set();

  /** `locale`: of the generated entries, which their links follow; undefined for the default one. */
  constructor(random: Random, locale?: unknown) {
    this.#random = random;
    this.#locale = locale;
  }

  /** Finds entries for every link of a type and its components, or creates some if there are none. */
  async fill(places: Places, type: ContentType, given: ReadonlySet<string>, count: number, make: MakeTargets) {
    const { store } = places;
    const { schema } = store.engine;
    this.#everywhere = sharedLinksOf(schema, type);
    for (const attribute of linksOf(schema, type, given)) {
      const everywhere = this.#everywhere.has(attribute);
      const makeTargets: MakeTargets = (target, wanted) => make(target, wanted, everywhere);
      if (attribute.kind === "morph") {
        if (this.#anything.has(everywhere)) continue;
        this.#anything.set(everywhere, await this.#anyTargets(store, type, makeTargets, everywhere));
        continue;
      }
      const target = schema.target(attribute);
      const pool = this.#poolOf(attribute);
      if (isExclusive(attribute)) this.#own.set(attribute, [...(await makeTargets(target, count))]);
      else if (!this.#shared.has(pool)) {
        const found = await this.#present(store, target, filtersOf(attribute), everywhere);
        this.#shared.set(pool, found.length > 0 ? found : await fresh(places, attribute, target, count, makeTargets));
      }
    }
  }

  /** One entry for a link to one, up to two for a link to many. */
  choose(attribute: AnyLink): unknown {
    if (attribute.kind === "morph") {
      return this.#chosen(attribute.many, this.#anything.get(this.#everywhere.has(attribute)) ?? []);
    }
    if (isExclusive(attribute)) return this.#own.get(attribute)?.shift();
    return this.#chosen(attribute.many, this.#shared.get(this.#poolOf(attribute)) ?? []);
  }

  #poolOf(attribute: LinkAttribute): string {
    return this.#everywhere.has(attribute) ? `${poolOf(attribute)} everywhere` : poolOf(attribute);
  }

  #chosen<T>(many: boolean, pool: readonly T[]): unknown {
    if (pool.length === 0) return undefined;
    if (!many) return this.#random.one(pool);
    return [...new Set([this.#random.one(pool), this.#random.one(pool)])];
  }

  async #present(store: Store, type: ContentType, filters: UnknownRecord, everywhere: boolean) {
    if (type.locale === null) return published(store, type, { filters });
    const own = this.#locale === undefined ? type.locale : String(this.#locale);
    const found = await publishedIn(store, type, own, filters);
    if (!everywhere) return found;
    const others = store.engine.schema.locales.filter(({ code }) => code !== own);
    const inOthers = others.map(({ code }) => publishedIn(store, type, code, { documentId: { $in: found } }));
    const there = (await Promise.all(inOthers)).map((ids) => new Set(ids));
    return found.filter((documentId) => there.every((ids) => ids.has(documentId)));
  }

  /** Entries of all collections with routes; if there are none, a new one of the first type that allows it. */
  async #anyTargets(store: Store, own: ContentType, make: MakeTargets, everywhere: boolean) {
    const types = [...store.engine.schema.types.values()].filter(({ rest, kind }) => rest && kind === "collection");
    const targets: AnyTarget[] = [];
    const add = ({ uid }: ContentType, found: readonly string[]) =>
      targets.push(...found.map((documentId) => ({ __type: uid, documentId })));
    for (const type of types) add(type, (await this.#present(store, type, {}, everywhere)).slice(0, OF_ANY));
    for (const type of types) if (targets.length === 0 && type !== own) add(type, await make(type, 1));
    return targets;
  }
}

/** documentIds of entries that are in a locale themselves: links do not follow the locales that it falls back to. */
function publishedIn(
  store: Store,
  type: ContentType,
  locale: string,
  filters: UnknownRecord,
): Promise<readonly string[]> {
  return published(store, type, { locale, filters: { ...filters, locale } });
}

async function published(store: Store, type: ContentType, within: DocumentParams): Promise<readonly string[]> {
  const params = { status: "published", fields: [], limit: LARGEST, ...within } as const;
  const found = await new DocumentService(store, type).findMany(params);
  return found.map(({ documentId }) => String(documentId));
}

/** A possible target of a relation to any type, in the form of a write. */
interface AnyTarget {
  readonly __type: string;
  readonly documentId: string;
}

/** Entries of each type among them. */
const OF_ANY = 5;

/** Files of one kind cannot replace files of another. */
function poolOf(attribute: LinkAttribute): string {
  return attribute.kind === "relation" ? attribute.target : `${FILE_TYPE} ${kindFor(attribute)}`;
}

/** Only one entry may have the target: using it again would take it away from the other. */
function isExclusive(attribute: LinkAttribute): boolean {
  return attribute.kind === "relation" && attribute.relation === "oneToOne" && attribute.inversedBy !== undefined;
}

type AnyLink = LinkAttribute | MorphAttribute;

/** Links that the type itself owns; links owned by the target belong to the target. */
function linksOf(schema: Schema, type: ContentType, given: ReadonlySet<string>): readonly AnyLink[] {
  return linksBelow(schema, type, ({ name }) => !given.has(name));
}

/**
 * Links in components that all locales of a document share. Creating another locale is refused while their targets do not
 * exist in it.
 */
function sharedLinksOf(schema: Schema, type: ContentType): ReadonlySet<AnyLink> {
  if (type.locale === null) return new Set();
  const isShared = ({ name, kind }: Attribute) =>
    type.shared.has(name) && (kind === "component" || kind === "dynamiczone");
  return new Set(linksBelow(schema, type, isShared));
}

/** `isWanted`: of the attributes of the type itself. */
function linksBelow(
  schema: Schema,
  type: ContentType,
  isWanted: (attribute: Attribute) => boolean,
): readonly AnyLink[] {
  const links: AnyLink[] = [];
  const seen = new Set<AnyModel>();
  const visit = (model: AnyModel): void => {
    if (seen.has(model)) return;
    seen.add(model);
    for (const attribute of model.attributes.values()) {
      if (model === type && !isWanted(attribute)) continue;
      if (attribute.kind === "media" || attribute.kind === "morph") links.push(attribute);
      else if (attribute.kind === "relation" && attribute.mappedBy === undefined) links.push(attribute);
      for (const uid of componentUids(attribute)) visit(schema.component(uid));
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
  const { entry, files: stored } = await madeFile(kind, serial);
  for (const { name, bytes } of stored) await files.put(name, [bytes]);
  const { documentId } = await new DocumentService(store, type).create({ data: entry });
  return String(documentId);
}
