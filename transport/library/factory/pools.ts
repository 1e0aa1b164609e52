import {
  type AnyModel,
  type ContentType,
  FILE_TYPE,
  type LinkAttribute,
  type MediaAttribute,
  type Schema,
} from "../../../engine/internal.ts";
import type { FileStore, Store } from "../../../storage/internal.ts";
import { DocumentService } from "../documents/document-service.ts";
import { kindFor, madeFile, madeFileName, mediaTypesOf } from "./made-file.ts";
import type { Random } from "./random.ts";

/** Entries of one type that made entries may be related to. */
const LARGEST = 50;

/** Different pictures that the entries of a type share. */
const PICTURES = 5;

/** Where entries and the bytes of files are made. */
export interface Places {
  readonly store: Store;
  readonly files: FileStore;
}

/** Makes so many entries of a type, to be related to; gives their documentIds. */
export type MakeTargets = (type: ContentType, count: number) => Promise<readonly string[]>;

/** documentIds by link: what the made entries of a type will be related to. */
export class Pools {
  readonly #shared = new Map<string, readonly string[]>();
  readonly #own = new Map<LinkAttribute, string[]>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Finds entries for every link of a type and its components, or makes some where there are none. */
  async fill(places: Places, type: ContentType, given: ReadonlySet<string>, count: number, make: MakeTargets) {
    const { store } = places;
    const { schema } = store.engine;
    for (const attribute of linksOf(schema, type, given)) {
      const target = schema.target(attribute);
      if (isExclusive(attribute)) this.#own.set(attribute, [...(await make(target, count))]);
      else if (!this.#shared.has(poolOf(attribute))) {
        const found = await present(store, target, attribute);
        const entries = found.length > 0 ? found : await fresh(places, attribute, target, count, make);
        this.#shared.set(poolOf(attribute), entries);
      }
    }
  }

  /** One entry for a link to one, up to two for a link to many. */
  choose(attribute: LinkAttribute): unknown {
    if (isExclusive(attribute)) return this.#own.get(attribute)?.shift();
    const pool = this.#shared.get(poolOf(attribute)) ?? [];
    if (pool.length === 0) return undefined;
    if (!attribute.many) return this.#random.one(pool);
    return [...new Set([this.#random.one(pool), this.#random.one(pool)])];
  }
}

/** Files of one kind do not do for another. */
function poolOf(attribute: LinkAttribute): string {
  return attribute.kind === "relation" ? attribute.target : `${FILE_TYPE} ${kindFor(attribute)}`;
}

/** Only one entry may have the target: one that another has would be taken away from it. */
function isExclusive(attribute: LinkAttribute): boolean {
  return attribute.kind === "relation" && attribute.relation === "oneToOne" && attribute.inversedBy !== undefined;
}

/** Links that are the type's own to make: those that a target owns are the target's. */
function linksOf(schema: Schema, type: ContentType, given: ReadonlySet<string>): readonly LinkAttribute[] {
  const links: LinkAttribute[] = [];
  const seen = new Set<AnyModel>();
  const visit = (model: AnyModel): void => {
    if (seen.has(model)) return;
    seen.add(model);
    for (const attribute of model.attributes.values()) {
      if (model === type && given.has(attribute.name)) continue;
      if (attribute.kind === "media") links.push(attribute);
      else if (attribute.kind === "relation" && attribute.mappedBy === undefined) links.push(attribute);
      else if (attribute.kind === "component") visit(schema.component(attribute.component));
      else if (attribute.kind === "dynamiczone") for (const uid of attribute.components) visit(schema.component(uid));
    }
  };
  visit(type);
  return links;
}

async function present(store: Store, type: ContentType, attribute: LinkAttribute): Promise<readonly string[]> {
  const filters = attribute.kind === "media" ? { mime: { $startsWith: mediaTypesOf(kindFor(attribute)) } } : {};
  const params = { status: "published", fields: [], limit: LARGEST, filters } as const;
  const found = await new DocumentService(store, type).findMany(params);
  return found.map(({ documentId }) => String(documentId));
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

/** Bytes and row of a file that is not there yet. */
async function makeFile({ store, files }: Places, attribute: MediaAttribute, type: ContentType): Promise<string> {
  const kind = kindFor(attribute);
  let serial = store.engine.state.collection(type.uid).documentCount;
  while ((await files.open(madeFileName(kind, serial))) !== null) serial++;
  const { bytes, entry } = await madeFile(kind, serial);
  await files.put(entry.name, [bytes]);
  const { documentId } = await new DocumentService(store, type).create({ data: entry });
  return String(documentId);
}
