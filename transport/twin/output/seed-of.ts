import {
  type AnyModel,
  type Attribute,
  type ContentType,
  isRecord,
  type Json,
  type ScalarAttribute,
  type Schema,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { ROLE_TYPE, USER_TYPE } from "../../access/user-types.ts";
import { drawFor } from "../../library/factory/draw.ts";
import { Random } from "../../library/factory/random.ts";
import { scalarValue } from "../../library/factory/scalar-value.ts";
import type { Pulled } from "../pull/pulled.ts";
import type { Target } from "../pull/read-entry.ts";
import { publishedData, type Row, type Rows } from "../pull/rows.ts";
import { shortName } from "../scrub/rules.ts";
import { type Dangling, isThere, noneDangling } from "./dangling.ts";

/** Characters that are written at once. */
const BATCH = 65_536;

export function isSeedFile(path: string): boolean {
  return /[^/\\]\.json$/i.test(path);
}

/** The pulled rows as a seed in JSON: the entries by type, as REST answers them, one on each line. */
export async function* seedOf(pulled: Pulled, at: Date, dangling: Dangling): AsyncGenerator<string> {
  let text = "{";
  let isFirst = true;
  for await (const [type, entries] of new SeedWriter(pulled, at, await namesIn(pulled), dangling).parts()) {
    text += `${isFirst ? "" : ","}\n${JSON.stringify(type.uid)}: `;
    isFirst = false;
    const isList = type.kind !== "single" || type.locale !== null;
    let before = isList ? "[\n" : "";
    for (const entry of entries) {
      text += before + JSON.stringify(entry);
      before = ",\n";
      if (text.length < BATCH) continue;
      yield text;
      text = "";
    }
    if (isList) text += "\n]";
  }
  yield `${text}\n}\n`;
}

/** The entry of a row, as links name it. */
interface Named {
  readonly documentId: string;
  readonly locale?: string;
  /** It has a published version. */
  readonly isPublished: boolean;
}

/** By type and id of the row. */
type Names = ReadonlyMap<string, ReadonlyMap<number, Named>>;

async function namesIn({ types, rows, roles }: Pulled): Promise<Names> {
  const names = new Map<string, ReadonlyMap<number, Named>>();
  for (const [uid, ofType] of rows) {
    const published = new Set<string>();
    const all = new Map<number, Omit<Named, "isPublished">>();
    for await (const { id, documentId, data, status } of ofType.read()) {
      if (status === "published") published.add(`${data.locale} ${documentId}`);
      all.set(id, { documentId, ...(typeof data.locale === "string" && { locale: data.locale }) });
    }
    const { draftAndPublish } = types.schema.type(uid);
    const isPublished = ({ documentId, locale }: Omit<Named, "isPublished">) =>
      !draftAndPublish || published.has(`${locale ?? null} ${documentId}`);
    names.set(uid, new Map([...all].map(([id, named]) => [id, { ...named, isPublished: isPublished(named) }])));
  }
  const named = roles.map(
    ({ id, documentId }) => [Number(id), { documentId: `${documentId}`, isPublished: true }] as const,
  );
  return names.set(ROLE_TYPE, new Map(named));
}

/** How a row becomes an entry. */
interface Writing {
  /** Of an attribute of the row or of a component in it, by model, id and name. */
  readonly links: ReadonlyMap<string, readonly Target[]>;
  /** Required values that the source does not show are made up. */
  readonly isComplete: boolean;
  /** Without links to entries that are not published. */
  readonly publishedOnly: boolean;
  /** Omissions are counted. */
  readonly counts: boolean;
}

/** One type's entries at a time are in memory. */
class SeedWriter {
  readonly #pulled: Pulled;
  readonly #schema: Schema;
  readonly #now: number;
  readonly #names: Names;
  readonly #dangling: Dangling;

  constructor(pulled: Pulled, at: Date, names: Names, dangling: Dangling) {
    this.#pulled = pulled;
    this.#schema = pulled.types.schema;
    this.#now = at.getTime();
    this.#names = names;
    this.#dangling = dangling;
  }

  async *parts(): AsyncGenerator<readonly [ContentType, readonly UnknownRecord[]]> {
    const { rows, roles } = this.#pulled;
    if (rows.has(USER_TYPE) && roles.length > 0) {
      const plain = roles.map(({ documentId, name, description, type }) => ({ documentId, name, description, type }));
      yield [this.#schema.type(ROLE_TYPE), plain];
    }
    for (const [uid, ofType] of rows) {
      const type = this.#schema.type(uid);
      const entries = await this.#entriesOf(type, ofType);
      if (entries.length > 0) yield [type, entries];
    }
  }

  async #entriesOf(type: ContentType, rows: Rows): Promise<readonly UnknownRecord[]> {
    const versions = new Map<string, { draft?: Row; published?: Row }>();
    for await (const row of rows.read()) {
      const place = `${row.data.locale} ${row.documentId}`;
      versions.set(place, { ...versions.get(place), [row.status]: row });
    }
    return [...versions.values()].flatMap(({ draft, published }) => {
      if (published === undefined) return draft === undefined || draft.linksOnly ? [] : [this.#draft(type, draft)];
      if (draft === undefined) return [this.#entry(type, published, this.#values(type, published))];
      // Of a type without drafts, only the links of its drafts lead to drafts.
      if (draft.linksOnly)
        return [this.#entry(type, published, this.#values(type, { ...published, links: draft.links }))];
      return [this.#both(type, draft, published)];
    });
  }

  #draft(type: ContentType, row: Row): UnknownRecord {
    return { ...this.#entry(type, row, this.#values(type, row, { isComplete: false })), publishedAt: null };
  }

  /** A link to a draft is in the draft alone without being a change: both versions are written with it. */
  #both(type: ContentType, draft: Row, published: Row): UnknownRecord {
    const now = this.#values(type, published);
    const own = this.#values(type, draft, { isComplete: false, counts: false });
    const comparable = this.#values(type, draft, { publishedOnly: true, counts: false });
    const changed: { [name: string]: unknown } = {};
    for (const name of new Set([...Object.keys(now), ...Object.keys(comparable)])) {
      if (JSON.stringify(now[name]) === JSON.stringify(comparable[name])) now[name] = own[name] ?? now[name];
      else changed[name] = own[name] ?? null;
    }
    for (const name of Object.keys(own))
      if (!Object.hasOwn(now, name) && !Object.hasOwn(changed, name)) now[name] = own[name];
    return { ...this.#entry(type, published, now), ...(Object.keys(changed).length > 0 && { $draft: changed }) };
  }

  #entry(type: ContentType, row: Row, values: UnknownRecord): UnknownRecord {
    const { id, documentId } = row;
    const { createdAt, updatedAt, publishedAt, locale } = publishedData(row, new Date(this.#now).toISOString());
    const times = { createdAt, updatedAt, ...(type.draftAndPublish && { publishedAt }) };
    return { id, documentId, ...values, ...times, ...(type.locale !== null && { locale }) };
  }

  #values(
    type: ContentType,
    row: Row,
    { isComplete = true, publishedOnly = false, counts = true }: Partial<Omit<Writing, "links">> = {},
  ): { [name: string]: unknown } {
    const links = new Map(row.links.map(([model, id, name, targets]) => [`${model} ${id} ${name}`, targets]));
    return this.#part(type, row.id, row.data, { links, isComplete, publishedOnly, counts });
  }

  #part(model: AnyModel, id: number, data: UnknownRecord, writing: Writing): { [name: string]: unknown } {
    const values: { [name: string]: unknown } = {};
    for (const attribute of model.attributes.values()) {
      const { name } = attribute;
      if (attribute.system === true) continue;
      const value = this.#value(model, id, attribute, data[name], writing);
      if (value !== undefined && value !== null) values[name] = value;
    }
    return values;
  }

  #value(model: AnyModel, id: number, attribute: Attribute, value: unknown, writing: Writing): unknown {
    switch (attribute.kind) {
      case "scalar":
        return value ?? (attribute.required && writing.isComplete ? this.#madeUp(model, id, attribute, writing) : null);
      case "component":
      case "dynamiczone": {
        const inside = (item: unknown) => {
          if (!isRecord(item)) return null;
          const uid = attribute.kind === "component" ? attribute.component : String(item.__component);
          const component = this.#schema.components.get(uid);
          const values = component === undefined ? {} : this.#part(component, Number(item.id ?? 0), item, writing);
          return attribute.kind === "component" ? values : { __component: uid, ...values };
        };
        return Array.isArray(value) ? value.map(inside) : inside(value);
      }
      default: {
        // The other side tells the same links.
        if (attribute.kind === "relation" && attribute.mappedBy !== undefined) return null;
        const name = `${shortName(model)}.${attribute.name}`;
        const targets = writing.links.get(`${model.uid} ${id} ${attribute.name}`) ?? [];
        const items = targets.flatMap((target) => this.#link(target, name, attribute.kind === "morph", writing));
        return attribute.many ? (items.length > 0 ? items : null) : items[0];
      }
    }
  }

  #link(target: Target, name: string, isMorph: boolean, { publishedOnly, counts }: Writing): readonly UnknownRecord[] {
    const [type, id] = target;
    const ofType = this.#names.get(type);
    const found = isThere(target, ofType, name, counts ? this.#dangling : noneDangling()) ? ofType?.get(id) : undefined;
    if (found === undefined || (publishedOnly && !found.isPublished)) return [];
    const { documentId, locale } = found;
    return [{ ...(isMorph && { __type: type }), id, documentId, ...(locale !== undefined && { locale }) }];
  }

  #madeUp(model: AnyModel, id: number, attribute: ScalarAttribute, { counts }: Writing): Json {
    const name = `${shortName(model)}.${attribute.name}`;
    if (counts) this.#pulled.report.left.add(name, "required, and not shown: made up");
    const draw = { random: new Random(`${name} ${id}`), serial: id, place: id, path: [], now: this.#now };
    return scalarValue(attribute, drawFor(model, attribute.name, draw), undefined);
  }
}
