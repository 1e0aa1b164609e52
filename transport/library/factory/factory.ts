import type { UnknownRecord } from "../../../engine/internal.ts";
import {
  type ContentType,
  checkNames,
  EngineError,
  type Entry,
  type Issue,
  type Schema,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { AUTHENTICATED, USER_TYPE } from "../../access/user-types.ts";
import type { DocumentParams } from "../documents/document-params.ts";
import { DocumentService } from "../documents/document-service.ts";
import { USABLE } from "../documents/new-user.ts";
import { typeByName } from "../types-by-name.ts";
import { FactoryError } from "./factory-error.ts";
import { type LinkTo, modelData } from "./model-data.ts";
import { type MakeTargets, type Places, Pools } from "./pools.ts";
import { Random } from "./random.ts";

/** The given part of generated entries; for each of several by its index. */
export type Overrides = UnknownRecord | ((place: number) => UnknownRecord);

const NO_LINKS: LinkTo = () => undefined;

/** Number of further attempts if values that must be unique are taken. */
const ATTEMPTS = 1000;

/** Generates data and entries for the types of a store. The result depends only on the type and its number of entries. */
export class Factory {
  readonly #places: Places;
  readonly #store: Store;

  constructor(places: Places) {
    this.#places = places;
    this.#store = places.store;
  }

  /** Data for `count` new entries, without relations and media. */
  build(name: string, count: number, overrides: Overrides): readonly UnknownRecord[] {
    const type = this.#type(name);
    const first = this.#documentCount(type);
    return this.#givens(type, count, overrides).map((given, at) =>
      this.#data(type, first + at, withoutLocale(type, given), NO_LINKS),
    );
  }

  /** Creates entries, published unless `status` says otherwise, related to existing entries or to new ones made for them. */
  async make(name: string, count: number, overrides: Overrides): Promise<readonly Entry[]> {
    return this.#make(this.#type(name), count, overrides, new Set());
  }

  /** `above`: types whose entries wait for their targets; relations back to them are left out. */
  async #make(type: ContentType, count: number, overrides: Overrides, above: ReadonlySet<string>) {
    if (type.kind === "single" && count > 1) throw new FactoryError([type.uid], "is a single type: it has one entry");
    const first = this.#documentCount(type);
    const waiting = new Set([...above, type.uid]);
    const givens = this.#givens(type, count, overrides).map((each) => withRights(type, each));
    const pools = new Map<unknown, Pools>();
    for (const [locale, group] of byLocale(type, givens)) {
      const makeTargets: MakeTargets = async (target, wanted, everywhere = false) => {
        if (waiting.has(target.uid) || target.kind === "single") return [];
        const made = await this.#make(target, wanted, target.locale === null ? {} : { locale }, waiting);
        for (const code of everywhere ? otherLocales(this.#store.engine.schema, target, locale) : []) {
          await this.#make(target, wanted, (at) => ({ locale: code, documentId: made[at]?.documentId }), waiting);
        }
        return made.map(({ documentId }) => String(documentId));
      };
      const random = new Random(`${type.uid} links ${first}${locale === undefined ? "" : ` ${locale}`}`);
      const inLocale = new Pools(random, locale);
      await inLocale.fill(this.#places, type, inAll(group), group.length, makeTargets);
      pools.set(locale, inLocale);
    }

    const entries: Entry[] = [];
    let serial = first;
    for (const each of givens) {
      const link: LinkTo = (attribute) => pools.get(localeOf(type, each))?.choose(attribute);
      const made = await this.#makeOne(type, serial, each, link);
      entries.push(made.entry);
      serial = made.serial + 1;
    }
    return entries;
  }

  async #makeOne(type: ContentType, first: number, given: UnknownRecord, link: LinkTo) {
    const { status = "published", ...rest } = withoutLocale(type, given);
    const wanted = type.draftAndPublish ? (status === "draft" ? "draft" : "published") : undefined;
    const overrides = isVersion(type, given.status) ? rest : { ...rest, status };
    const params = { ...(wanted && { status: wanted }), ...localeParams(type, given) } as const;
    for (let serial = first; ; serial++) {
      try {
        const data = this.#data(type, serial, { ...this.#sharedIn(type, given), ...overrides }, link);
        return { serial, entry: await this.#save(type, data, params) };
      } catch (error) {
        if (!isTaken(error)) throw error;
        if (serial - first >= ATTEMPTS) throw new FactoryError([type.uid], `has no more values: ${error.message}`);
      }
    }
  }

  /** Values that an entry has from the other locales of its document already: new ones would change those, too. */
  #sharedIn(type: ContentType, { documentId }: UnknownRecord): UnknownRecord {
    const isThere = type.locale !== null && this.#store.engine.state.hasDocument(type.uid, String(documentId));
    const shared = [...type.attributes.values()].filter(
      ({ name, kind }) => type.shared.has(name) && kind !== "relation",
    );
    return isThere ? Object.fromEntries(shared.map(({ name }) => [name, undefined])) : {};
  }

  async #save(type: ContentType, data: UnknownRecord, about: Omit<DocumentParams, "data">): Promise<Entry> {
    const documents = new DocumentService(this.#store, type, { roleNames: this.#places.roleNames });
    const params = { ...about, data };
    const before =
      type.kind === "single" ? await documents.findFirst(type.locale === null ? {} : { locale: "*" }) : null;
    if (before === null) return documents.create(params);
    const documentId = String(before.documentId);
    return (await documents.update({ ...params, documentId })) ?? documents.create(params);
  }

  /** The given part of each. Unknown attributes are refused under any rules: a caller who names one means it. */
  #givens(type: ContentType, count: number, overrides: Overrides): readonly UnknownRecord[] {
    const givens = Array.from({ length: count }, (_, at) => given(overrides, at));
    for (const each of givens) {
      const { status, ...attributes } = withoutLocale(type, each);
      checkNames(
        this.#store.engine.schema,
        type,
        type.attributes.has("status") ? { status, ...attributes } : attributes,
      );
    }
    return givens;
  }

  #data(type: ContentType, serial: number, overrides: UnknownRecord, link: LinkTo): UnknownRecord {
    const random = new Random(`${type.uid} ${serial}`);
    const draw = { random, serial, place: serial, path: [type.uid], now: this.#places.now() };
    return modelData({ schema: this.#store.engine.schema, link, components: 0 }, type, draw, overrides);
  }

  #documentCount(type: ContentType): number {
    return this.#store.engine.state.collection(type.uid).documentCount;
  }

  #type(name: string): ContentType {
    return typeByName(this.#store.engine.schema, name);
  }
}

/** A made user can sign in, and has the role of users unless another one is given. */
function withRights({ uid }: ContentType, given: UnknownRecord): UnknownRecord {
  return uid === USER_TYPE ? { ...USABLE, role: AUTHENTICATED, ...given } : given;
}

/** Whether a given `status` names a version; else it is the value of an attribute. Types that have one may have drafts too. */
export function isVersion({ attributes, draftAndPublish }: ContentType, status: unknown): boolean {
  if (!attributes.has("status")) return draftAndPublish || status === undefined || status === "published";
  return status === undefined || (draftAndPublish && (status === "draft" || status === "published"));
}

function given(overrides: Overrides, at: number): UnknownRecord {
  return typeof overrides === "function" ? overrides(at) : overrides;
}

/** The given locale of an entry; undefined for the default one, and if the type has none. */
function localeOf({ locale }: ContentType, given: UnknownRecord): unknown {
  return locale === null ? undefined : given.locale;
}

/** The locales of a type but one: the default one where it is undefined. */
function otherLocales({ locales }: Schema, { locale }: ContentType, but: unknown): readonly string[] {
  return locale === null ? [] : locales.map(({ code }) => code).filter((code) => code !== (but ?? locale));
}

function localeParams(type: ContentType, given: UnknownRecord): Pick<DocumentParams, "locale"> {
  const locale = localeOf(type, given);
  return locale === undefined ? {} : { locale: String(locale) };
}

function withoutLocale(type: ContentType, given: UnknownRecord): UnknownRecord {
  if (type.locale === null) return given;
  const { locale: _, ...rest } = given;
  return rest;
}

function byLocale(type: ContentType, givens: readonly UnknownRecord[]): ReadonlyMap<unknown, readonly UnknownRecord[]> {
  const groups = new Map<unknown, UnknownRecord[]>();
  for (const each of givens) {
    const locale = localeOf(type, each);
    groups.set(locale, [...(groups.get(locale) ?? []), each]);
  }
  return groups;
}

/** The names that all of them have: a name that one lacks has to be generated for it. */
function inAll(givens: readonly UnknownRecord[]): ReadonlySet<string> {
  const [first = {}, ...others] = givens;
  return new Set(Object.keys(first).filter((name) => others.every((each) => Object.hasOwn(each, name))));
}

function isTaken(error: unknown): error is EngineError {
  if (!(error instanceof EngineError)) return false;
  // The engine's own list of faults, as it makes it.
  const issues = error.details.errors as readonly Issue[] | undefined;
  return issues?.every(({ message }) => message === "This attribute must be unique") ?? false;
}
