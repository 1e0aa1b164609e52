import {
  type AnyModel,
  type ContentType,
  FILE_TYPE,
  type LinkAttribute,
  type MediaAttribute,
  type Schema,
} from "../../engine/index.ts";
import type { Store } from "../../storage/index.ts";
import { DocumentService } from "../documents/document-service.ts";
import { madeFile } from "./made-file.ts";
import type { Random } from "./random.ts";

/** Entries of one type that made entries may be related to. */
const LARGEST = 50;

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
  async fill(store: Store, type: ContentType, given: ReadonlySet<string>, count: number, make: MakeTargets) {
    const { schema } = store.engine;
    for (const attribute of linksOf(schema, type, given)) {
      const target = schema.target(attribute);
      if (isExclusive(attribute)) this.#own.set(attribute, [...(await make(target, count))]);
      else if (!this.#shared.has(poolOf(attribute))) {
        const found = await present(store, target);
        const entries = found.length > 0 ? found : await fresh(store, attribute, target, make);
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
  return attribute.kind === "relation" ? attribute.target : `${FILE_TYPE} ${attribute.allowedTypes[0]}`;
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

async function present(store: Store, type: ContentType): Promise<readonly string[]> {
  const found = await new DocumentService(store, type).findMany({ status: "published", fields: [], limit: LARGEST });
  return found.map(({ documentId }) => String(documentId));
}

async function fresh(store: Store, attribute: LinkAttribute, target: ContentType, make: MakeTargets) {
  return attribute.kind === "media" ? [await makeFile(store, attribute, target)] : make(target, 1);
}

async function makeFile(store: Store, attribute: MediaAttribute, type: ContentType): Promise<string> {
  const serial = store.engine.state.collection(type.uid).documentCount;
  const { documentId } = await new DocumentService(store, type).create({ data: madeFile(attribute, serial) });
  return String(documentId);
}
