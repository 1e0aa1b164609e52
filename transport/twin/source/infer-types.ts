import { isEntryField, isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { RefusedError, TwinError } from "../twin-error.ts";
import { scalarTypeOf } from "./infer-scalar.ts";
import { LOCALIZED } from "./openapi-document.ts";
import type { ToldModel } from "./strapi-document.ts";
import type { Upstream } from "./upstream.ts";

/** Entries of a type that are looked at: the newest ones. */
const SAMPLE = 100;
/** Components in components beyond this depth are not asked for. */
const DEEPEST = 6;
/** Documents by which the type is found that a link leads to. */
const NAMED = 20;

type Attributes = { [name: string]: UnknownRecord };

/** A step from an entry to its parts: an attribute, of a zone the items of one component alone. */
interface Step {
  readonly name: string;
  readonly component?: string;
}

/** A model whose attributes are looked for. */
interface Looking {
  readonly steps: readonly Step[];
  /** Of the model, in words for people. */
  readonly place: string;
  readonly told: ToldModel | undefined;
}

/** A relation whose target is found once all types are known. */
interface Open {
  readonly attributes: Attributes;
  readonly name: string;
  readonly place: string;
  readonly isMany: boolean;
  readonly documentIds: readonly string[];
}

/** The content types that the answers of a source show, in the form of a project's types. */
export interface Inferred {
  readonly definition: { readonly contentTypes: UnknownRecord; readonly components: UnknownRecord };
  /** Links, as `post.author`, whose target no entry tells. */
  readonly unknown: readonly string[];
}

/**
 * Infers the content types of these routes from the entries that they answer: scalars are what is shown without
 * `populate`, links what `populate=*` adds. `told`: the entries of routes as a document describes them. It names the types
 * of scalars, and all scalars of a route without entries.
 *
 * @throws TwinError for a route that has no entry and no description (rejected).
 */
export function inferTypes(
  upstream: Upstream,
  routes: readonly string[],
  told: ReadonlyMap<string, ToldModel> = new Map(),
): Promise<Inferred> {
  return new Inference(upstream, told).run(routes);
}

class Inference {
  readonly #upstream: Upstream;
  readonly #told: ReadonlyMap<string, ToldModel>;
  readonly #contentTypes: { [uid: string]: UnknownRecord } = {};
  readonly #components: { [uid: string]: { attributes: Attributes } } = {};
  readonly #uids = new Map<string, string>();
  /** uid of the type by documentId, of the looked-at entries. */
  readonly #owners = new Map<string, string>();
  readonly #open: Open[] = [];
  readonly #unknown: string[] = [];

  constructor(upstream: Upstream, told: ReadonlyMap<string, ToldModel>) {
    this.#upstream = upstream;
    this.#told = told;
  }

  async run(routes: readonly string[]): Promise<Inferred> {
    await Promise.all(routes.map((route) => this.#type(route)));
    for (const open of this.#open) await this.#close(open);
    return {
      definition: { contentTypes: this.#contentTypes, components: this.#components },
      unknown: this.#unknown.sort(),
    };
  }

  async #type(route: string): Promise<void> {
    const told = this.#told.get(route);
    const first = dataOf(await this.#firstOf(route));
    const isSingle = told?.isSingle ?? isRecord(first);
    const list = ["locale=*", "sort=id:desc", `pagination[pageSize]=${SAMPLE}`];
    const ask = async (params: readonly string[]) => {
      const query = ["status=draft", ...(isSingle ? [] : list), ...params].join("&");
      const data = dataOf(await this.#upstream.json(`/${route}?${query}`));
      return (Array.isArray(data) ? data : [data]).filter(isRecord);
    };
    // Nothing more is asked of a route that shows nothing.
    const isEmpty = first === null || (Array.isArray(first) && first.length === 0 && told !== undefined);
    const entries = isEmpty ? [] : await ask([]);
    const [entry] = entries;
    if (entry === undefined ? told === undefined : typeof entry.documentId !== "string")
      throw new TwinError(
        `the types of ${route} cannot be told from its answers, which show no entry of Strapi 5: give --schema PATH of the project`,
      );
    const name = isSingle ? route : singularOf(route);
    const uid = `api::${name}.${name}`;
    this.#uids.set(route, uid);
    for (const { documentId } of entries) this.#owners.set(String(documentId), uid);
    const isLocalized = entries.some(({ locale }) => typeof locale === "string");
    const attributes: Attributes = {};
    if (entry === undefined) this.#tell(attributes, told, name);
    else await this.#infer(attributes, ask, { steps: [], place: name, told });
    this.#contentTypes[uid] = {
      kind: isSingle ? "singleType" : "collectionType",
      info: { singularName: name, pluralName: isSingle ? `${route}-entries` : route, displayName: name },
      options: { draftAndPublish: entries.every(({ publishedAt }) => publishedAt === null) },
      ...(isLocalized && LOCALIZED),
      attributes,
    };
  }

  /** The answer of a route; null where it refuses, if a document tells of it. */
  async #firstOf(route: string): Promise<unknown> {
    try {
      return await this.#upstream.json(`/${route}?status=draft`);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status === 401 || !this.#told.has(route)) throw error;
      return null;
    }
  }

  /** Adds what a document tells of a model: its scalars. */
  #tell(attributes: Attributes, told: ToldModel | undefined, place: string): void {
    for (const name of told?.names ?? []) {
      if (isEntryField(name)) continue;
      const scalar = told?.scalar(name);
      if (scalar === undefined) this.#unknown.push(`${place}.${name}`);
      else attributes[name] = { ...scalar, ...LOCALIZED };
    }
  }

  /** Adds the attributes of a model that its entries show. */
  async #infer(
    attributes: Attributes,
    ask: (params: readonly string[]) => Promise<readonly UnknownRecord[]>,
    { steps, place, told }: Looking,
  ): Promise<void> {
    const path = steps.map(({ name, component }) => `[${name}]${component === undefined ? "" : `[on][${component}]`}`);
    const at = path.length === 0 ? "" : `populate${path.join("[populate]")}`;
    const bare = itemsAt(await ask(at === "" ? [] : [`${at}=true`]), steps);
    const scalars = namesIn(bare);
    for (const name of scalars) {
      const values = bare.map((item) => item[name]);
      attributes[name] = { ...scalarOf(values, told?.scalar(name)), ...LOCALIZED };
    }
    if (steps.length >= DEEPEST) return;
    const whole = itemsAt(await ask([at === "" ? "populate=*" : `${at}[populate]=*`]), steps);
    for (const name of namesIn(whole)) {
      if (scalars.has(name)) continue;
      const values = whole.map((item) => item[name]).filter((value) => value !== null && value !== undefined);
      const items = values.flat().filter(isRecord);
      const isMany = values.some(Array.isArray);
      const [item] = items;
      const own = `${place}.${name}`;
      if (item === undefined) this.#unknown.push(own);
      else if (typeof item.__component === "string") {
        const uids = [...new Set(items.map(({ __component }) => String(__component)))].sort();
        for (const component of uids)
          await this.#infer(this.#attributesOf(component), ask, {
            steps: [...steps, { name, component }],
            place: component,
            told: told?.below(name, component),
          });
        attributes[name] = { type: "dynamiczone", components: uids, ...LOCALIZED };
      } else if (typeof item.__type === "string")
        attributes[name] = { type: "relation", relation: isMany ? "morphToMany" : "morphToOne", ...LOCALIZED };
      else if (typeof item.hash === "string" && typeof item.mime === "string")
        attributes[name] = { type: "media", multiple: isMany, ...LOCALIZED };
      else if (typeof item.documentId === "string") {
        const documentIds = [...new Set(items.map(({ documentId }) => String(documentId)))];
        if (typeof item.username === "string" && "email" in item) attributes[name] = relation(USER_TYPE, isMany);
        else this.#open.push({ attributes, name, place: own, isMany, documentIds });
      } else {
        const uid = `inferred.${own.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
        const inner = { steps: [...steps, { name }], place: own, told: told?.below(name) };
        await this.#infer(this.#attributesOf(uid), ask, inner);
        attributes[name] = { type: "component", component: uid, repeatable: isMany, ...LOCALIZED };
      }
    }
  }

  /** Of a component, which may be seen in several places. */
  #attributesOf(uid: string): Attributes {
    const known = this.#components[uid] ?? { attributes: {} };
    this.#components[uid] = known;
    return known.attributes;
  }

  async #close({ attributes, name, place, isMany, documentIds }: Open): Promise<void> {
    const known = documentIds.map((id) => this.#owners.get(id)).find((uid) => uid !== undefined);
    const target = known ?? (await this.#ownerOf(documentIds.slice(0, NAMED)));
    if (target === null) this.#unknown.push(place);
    else attributes[name] = relation(target, isMany);
  }

  /** The type that has one of these documents. */
  async #ownerOf(documentIds: readonly string[]): Promise<string | null> {
    const named = documentIds.map((id, at) => `filters[documentId][$in][${at}]=${id}`);
    for (const [route, uid] of this.#uids) {
      const path = `/${route}?${["status=draft", "locale=*", "fields[0]=documentId", ...named].join("&")}`;
      const data = await this.#upstream.json(path).then(dataOf, (error: unknown) => {
        if (error instanceof RefusedError) return null;
        throw error;
      });
      if (Array.isArray(data) && data.length > 0) return uid;
    }
    return null;
  }
}

function relation(target: string, isMany: boolean): UnknownRecord {
  return { type: "relation", relation: isMany ? "oneToMany" : "oneToOne", target, ...LOCALIZED };
}

/** The definition of an attribute with these values: as it was told, unless they are of another kind by now. */
function scalarOf(values: readonly unknown[], told: UnknownRecord | undefined): UnknownRecord {
  const seen = scalarTypeOf(values);
  if (told === undefined || !mayHold(told, values, seen)) return { type: seen };
  // Documents say of neither which it is.
  return told.type === "json" ? { type: seen === "blocks" ? seen : "json" } : told;
}

function mayHold({ type, enum: names }: UnknownRecord, values: readonly unknown[], seen: string): boolean {
  const all = values.filter((value) => value !== null && value !== undefined);
  if (all.length === 0) return true;
  switch (type) {
    case "json":
      return true;
    case "enumeration":
      return Array.isArray(names) && all.every((value) => names.includes(value));
    case "integer":
      return all.every(Number.isInteger);
    case "float":
    case "decimal":
      return seen === "float";
    case "boolean":
    case "blocks":
    case "date":
    case "datetime":
    case "time":
      return seen === type;
    default:
      return all.every((value) => typeof value === "string");
  }
}

function dataOf(answer: unknown): unknown {
  return isRecord(answer) ? answer.data : null;
}

function namesIn(items: readonly UnknownRecord[]): ReadonlySet<string> {
  return new Set(
    items.flatMap((item) => Object.keys(item)).filter((name) => !isEntryField(name) && name !== "__component"),
  );
}

function itemsAt(entries: readonly UnknownRecord[], steps: readonly Step[]): readonly UnknownRecord[] {
  return steps.reduce<readonly UnknownRecord[]>((items, { name, component }) => {
    const inner = items.flatMap((item) => item[name]).filter(isRecord);
    return component === undefined ? inner : inner.filter(({ __component }) => __component === component);
  }, entries);
}

/** A name that is not the plural: of a word in English mostly its singular. */
function singularOf(plural: string): string {
  for (const [ending, singular] of ENDINGS) if (ending.test(plural)) return plural.replace(ending, singular);
  return `${plural}-entry`;
}

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[^aeiou])ies$/, "y"],
  [/(?<=ss|x|ch|sh)es$/, ""],
  [/(?<=[^s])s$/, ""],
];
