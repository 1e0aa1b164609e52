import type { AnyModel, Attribute, ContentType, ScalarAttribute, Schema } from "../../../engine/internal.ts";
import { Random } from "../../library/factory/random.ts";
import { isShown } from "../source/populate.ts";
import { drawCondition, isComparable } from "./draw-condition.ts";
import { type Param, type Read, withParts } from "./read.ts";
import type { Values } from "./values.ts";

export interface Drawing {
  readonly schema: Schema;
  readonly values: Values;
  readonly seed: number;
  /** Attributes with stand-ins, as `uid.attribute`: no condition and no order is drawn on them. */
  readonly scrubbed: ReadonlySet<string>;
}

/**
 * The most entries that a page is expected to show below its own ones, by a sample. Links in circles show all of the content
 * many times over, in answers of hundreds of megabytes.
 */
const MOST_SHOWN = 200;
const DEFAULT_PAGE = 25;
/** Steps below an entry beyond which nothing is populated. Components are parts of it, and nest deeper than links are followed. */
const DEEPEST = 2;
const PART_OF_STEP = 1 / 4;

/** Endless reads of the content types, with values that occur in it. The same seed draws the same ones. */
export function* drawReads(drawing: Drawing): Generator<Read> {
  if (drawing.values.types.length === 0) return;
  const drawer = new Drawer(drawing);
  for (;;) yield drawer.read();
}

class Drawer {
  readonly #schema: Schema;
  readonly #values: Values;
  readonly #scrubbed: ReadonlySet<string>;
  readonly #random: Random;
  /** Entries that the last shape is expected to show below one entry of the list. */
  #shown = 0;

  constructor({ schema, values, seed, scrubbed }: Drawing) {
    this.#schema = schema;
    this.#values = values;
    this.#scrubbed = scrubbed;
    this.#random = new Random(seed);
  }

  read(): Read {
    const random = this.#random;
    const type = random.one(this.#values.types);
    const ids = this.#values.documentIds(type);
    if (random.below(40) === 0) return this.#refused(type);
    const params: Param[] = [...this.#version(type)];
    this.#shown = 0;
    if (type.kind === "single") return readOf(`/${type.singularName}`, [...params, ...this.#shape(type, 0)]);
    if (ids.length > 0 && random.below(4) === 0)
      return readOf(`/${type.pluralName}/${random.one(ids)}`, [...params, ...this.#shape(type, 0)]);
    if (random.below(5) < 3) params.push(...this.#filters(type, "filters", 0));
    if (random.below(5) < 3) params.push(...this.#sort(type, "sort", true));
    const shape = [...this.#shape(type, 0)];
    const room = Math.max(1, Math.floor(MOST_SHOWN / (1 + this.#shown)));
    if (room < DEFAULT_PAGE || random.below(2) === 0) params.push(...this.#page(room));
    if (random.below(15) === 0) params.push(...this.#search(type));
    return readOf(`/${type.pluralName}`, [...params, ...shape]);
  }

  *#version(type: ContentType): Generator<Param> {
    const random = this.#random;
    if (random.below(3) === 0) yield ["status", random.one(["draft", "published"])];
    if (type.locale === null || this.#values.locales.length === 0) return;
    if (random.below(2) === 0) yield ["locale", random.one(this.#values.locales)];
    else if (type.kind === "collection" && random.below(4) === 0) yield ["locale", "*"];
  }

  /** Fields and links that are wanted. `owners`: entries of the model that each entry of the list shows. */
  *#shape(model: AnyModel, depth: number, at = "", owners = 1): Generator<Param> {
    const random = this.#random;
    const named = (name: string) => (at === "" ? name : `${at}[${name}]`);
    const fields = scalarsOf(model);
    if (fields.length > 0 && random.below(3) === 0) {
      const count = 1 + random.below(3);
      for (let number = 0; number < count; number++) yield [`${named("fields")}[${number}]`, random.one(fields).name];
      // Without it nobody could tell apart the entries of several locales.
      if (model.model === "content-type" && model.locale !== null) yield [`${named("fields")}[${count}]`, "locale"];
    }
    const expected = (link: Attribute) => owners * this.#values.fanOut.of(model, link.name);
    const links = this.#linksOf(model).filter((link) => this.#fits(expected(link), depth));
    const isPart = model.model === "component";
    if (links.length === 0 || depth > DEEPEST || random.below(10) < (isPart ? 1 : 3)) return;
    const all = this.#linksOf(model).reduce((sum, link) => sum + expected(link), 0);
    // A populate that ends here hides the parts below.
    const ends = () => random.below(isPart ? 20 : 5) === 0;
    if (ends() && this.#fits(all, depth)) {
      this.#shown += all;
      return void (yield [named("populate"), "*"]);
    }
    const chosen = new Set(Array.from({ length: 1 + random.below(2) }, () => random.one(links)));
    for (const link of chosen) this.#shown += expected(link);
    if (ends()) return void (yield [`${named("populate")}[0]`, random.one([...chosen]).name]);
    for (const link of chosen)
      yield* this.#link(link, `${named("populate")}[${link.name}]`, depth + stepOf(link), Math.max(1, expected(link)));
  }

  /** Whether so many more entries can be shown. Of the list's own links each is, though seldom if it leads to very many. */
  #fits(more: number, depth: number): boolean {
    return this.#shown + more <= MOST_SHOWN || (depth === 0 && this.#random.below(8) === 0);
  }

  *#link(link: Attribute, at: string, depth: number, owners: number): Generator<Param> {
    const random = this.#random;
    if (link.kind === "dynamiczone") {
      for (const uid of link.components) {
        const inner = [...this.#shape(this.#schema.component(uid), depth, `${at}[on][${uid}]`, owners)];
        yield* inner.length > 0 ? inner : [[`${at}[on][${uid}]`, "true"] as const];
      }
      return;
    }
    const target = this.#targetOf(link);
    const inner = target === null ? [] : [...this.#shape(target, depth, at, owners)];
    if (link.kind === "relation" && link.many && target?.model === "content-type") {
      if (random.below(4) === 0) inner.push(...this.#sort(target, `${at}[sort]`, false));
      if (random.below(6) === 0) inner.push(...this.#filters(target, `${at}[filters]`, 2));
    }
    yield* inner.length > 0 ? inner : [[at, "true"] as const];
  }

  #targetOf(link: Attribute): AnyModel | null {
    if (link.kind === "relation") return this.#schema.types.get(link.target) ?? null;
    return link.kind === "component" ? this.#schema.component(link.component) : null;
  }

  *#filters(type: ContentType, at: string, depth: number): Generator<Param> {
    const random = this.#random;
    if (depth < 2 && random.below(4) === 0) {
      const word = random.one(["$or", "$and"]);
      for (let number = 0; number < 2; number++) yield* this.#filters(type, `${at}[${word}][${number}]`, depth + 1);
      return;
    }
    const relations = [...type.attributes.values()].filter(
      (each) => each.kind === "relation" && isShown(this.#schema, each) && this.#isRead(each.target),
    );
    if (depth < 2 && relations.length > 0 && random.below(4) === 0) {
      const relation = random.one(relations);
      const target = this.#targetOf(relation);
      if (target?.model === "content-type") return void (yield* this.#filters(target, `${at}[${relation.name}]`, 2));
    }
    if (random.below(8) === 0) {
      const ids = this.#values.documentIds(type);
      if (ids.length > 0)
        return void (yield [`${at}[documentId][${random.one(["$eq", "$ne", "$in"])}]`, random.one(ids)]);
    }
    const comparable = scalarsOf(type).filter((each) => isComparable(each) && !this.#isScrubbed(type, each));
    if (comparable.length === 0) return;
    const attribute = random.one(comparable);
    yield* drawCondition(
      random,
      attribute,
      this.#values.valuesOf(type.uid, attribute.name),
      `${at}[${attribute.name}]`,
    );
  }

  /** Populated entries cannot be sorted by their own relations. */
  *#sort(type: ContentType, at: string, byLinks: boolean): Generator<Param> {
    const random = this.#random;
    const fields = scalarsOf(type).filter((each) => isComparable(each) && !this.#isScrubbed(type, each));
    const names = [...fields.map(({ name }) => name), "createdAt", "updatedAt"];
    const link = [...type.attributes.values()].find(
      (each) => each.kind === "relation" && !each.many && isShown(this.#schema, each) && this.#isRead(each.target),
    );
    const target = link === undefined ? null : this.#targetOf(link);
    const below =
      target?.model === "content-type"
        ? scalarsOf(target).filter((each) => isComparable(each) && !this.#isScrubbed(target, each))
        : [];
    if (byLinks && below.length > 0 && random.below(6) === 0)
      names.splice(0, names.length, `${link?.name}.${random.one(below).name}`);
    const keys = Array.from(
      { length: 1 + random.below(2) },
      () => `${random.one(names)}:${random.one(["asc", "desc"])}`,
    );
    const [first = "", second = first] = keys;
    if (first.split(":")[0] === second.split(":")[0]) yield [at, first];
    else if (random.below(2) === 0) yield [at, keys.join(",")];
    else for (const [number, key] of keys.entries()) yield [`${at}[${number}]`, key];
  }

  /** `room`: the most entries of the page. */
  *#page(room: number): Generator<Param> {
    const random = this.#random;
    if (random.below(3) === 0) {
      yield ["pagination[start]", String(random.below(30))];
      yield ["pagination[limit]", String(1 + random.below(Math.min(30, room)))];
    } else {
      yield ["pagination[page]", String(1 + random.below(4))];
      yield ["pagination[pageSize]", String(random.one([1, 2, 5, 10, 25, 100].filter((size) => size <= room)))];
    }
    if (random.below(8) === 0) yield ["pagination[withCount]", "false"];
  }

  /** A word that occurs. The real server also looks into private attributes, and takes `_` for any letter. */
  *#search(type: ContentType): Generator<Param> {
    const attributes = [...type.attributes.values()];
    if (attributes.some((each) => each.private && each.system !== true)) return;
    if (attributes.some((each) => this.#isScrubbed(type, each))) return;
    const texts = attributes
      .flatMap(({ name }) => this.#values.valuesOf(type.uid, name))
      .filter((value) => typeof value === "string");
    const words = texts.flatMap((text) => text.match(/\b[A-Za-z]{5,12}\b/g) ?? []);
    if (words.length > 0) yield ["_q", this.#random.one(words)];
  }

  /** A read that a server refuses, or an entry that it does not find. */
  #refused(type: ContentType): Read {
    const path = `/${type.kind === "single" ? type.singularName : type.pluralName}`;
    const wrong: readonly Param[] = [
      ["filters[nothing][$eq]", "1"],
      ["fields[0]", "nothing"],
      ["sort", "nothing"],
      ["populate", "nothing"],
    ];
    if (type.kind === "collection" && this.#random.below(3) === 0)
      return readOf(`${path}/zzzzzzzzzzzzzzzzzzzzzzzz`, []);
    return readOf(path, [this.#random.one(wrong)]);
  }

  #linksOf(model: AnyModel): readonly Attribute[] {
    return [...model.attributes.values()].filter((each) => {
      if (each.kind === "scalar" || each.kind === "morph" || !isShown(this.#schema, each)) return false;
      return each.kind !== "relation" || this.#isRead(each.target);
    });
  }

  #isRead(uid: string): boolean {
    return this.#values.types.some((type) => type.uid === uid);
  }

  #isScrubbed(model: AnyModel, { name }: { readonly name: string }): boolean {
    return this.#scrubbed.has(`${model.uid}.${name}`);
  }
}

function stepOf({ kind }: Attribute): number {
  return kind === "component" || kind === "dynamiczone" ? PART_OF_STEP : 1;
}

function scalarsOf(model: AnyModel): readonly ScalarAttribute[] {
  return [...model.attributes.values()].filter(
    (each) => each.kind === "scalar" && !each.private && each.system !== true && each.type !== "password",
  ) as readonly ScalarAttribute[];
}

function readOf(path: string, params: readonly Param[]): Read {
  return withParts({ method: "GET", isBelowPrefix: true, path: "" }, { path, params });
}
