import { type ContentType, FILE_TYPE, type Schema, type UnknownRecord } from "../../../engine/internal.ts";
import { isFileName } from "../../../storage/core.ts";
import { ROLE_TYPE } from "../../access/user-types.ts";
import { SIDECARS } from "../../strapi/archive/archive-assets.ts";
import { LOCALE_TYPE } from "../../strapi/archive/read/survey.ts";
import { assetsOf } from "../../strapi/archive/write/asset-entries.ts";
import { type LinkLine, linkLine } from "../../strapi/archive/write/link-lines.ts";
import {
  jsonEntry,
  linesEntries,
  linesOf,
  type NewEntry,
  settingsEntries,
} from "../../strapi/archive/write/new-entry.ts";
import type { Pulled } from "../pull/pulled.ts";
import type { Links } from "../pull/read-entry.ts";
import { publishedData, type Rows } from "../pull/rows.ts";
import { type Dangling, isThere } from "./dangling.ts";

/**
 * The pulled rows as the files of an archive of `strapi export`, but for the bytes of its uploads. `dangling` counts
 * links between rows that are not there.
 */
export async function* archiveOf(pulled: Pulled, createdAt: string, dangling: Dangling): AsyncGenerator<NewEntry> {
  const { types, rows, locales } = pulled;
  yield* linesEntries("schemas", types.lines);
  yield* parts("entities", entityLines(pulled, createdAt));
  yield* sidecars(rows.get(FILE_TYPE));
  yield* parts("links", linkLines(types.schema, pulled, dangling));
  yield* settingsEntries(locales[0]?.code ?? "en");
  yield jsonEntry("metadata.json", { createdAt, strapi: { version: "5.0.0" } }, 2);
}

async function* parts(folder: string, values: AsyncIterable<unknown>): AsyncGenerator<NewEntry> {
  const lines = linesOf(folder);
  for await (const value of values) yield* lines.add(value);
  yield* lines.end();
}

async function* entityLines(
  { rows, locales, roles, types: { schema } }: Pulled,
  now: string,
): AsyncGenerator<UnknownRecord> {
  const times = { createdAt: now, updatedAt: now, publishedAt: now };
  for (const [at, { code, name }] of locales.entries())
    yield { type: LOCALE_TYPE, id: at + 1, data: { documentId: `locale${code}`, name, code, ...times, locale: null } };
  for (const { id, documentId, name, description, type } of roles)
    yield { type: ROLE_TYPE, id, data: { documentId, name, description, type, ...times, locale: null } };
  for (const [type, ofType] of rows) {
    const { draftAndPublish } = schema.type(type);
    for await (const row of ofType.read()) {
      if (row.linksOnly === true) continue;
      const data = draftAndPublish && row.status === "published" ? publishedData(row, now) : row.data;
      // Strapi's media library shows only files that are in a folder.
      yield { type, id: row.id, data: type === FILE_TYPE ? { ...data, folderPath: "/" } : data };
    }
  }
}

async function* sidecars(files: Rows | undefined): AsyncGenerator<NewEntry> {
  for await (const { id, data } of files?.read() ?? [])
    for (const { name, sidecar } of assetsOf(id, data))
      if (isFileName(name)) yield jsonEntry(`${SIDECARS}${name}.json`, sidecar);
}

async function* linkLines(schema: Schema, { rows, roles }: Pulled, dangling: Dangling): AsyncGenerator<LinkLine> {
  const ids = new Map<string, ReadonlySet<number>>([...rows].map(([type, ofType]) => [type, ofType.ids]));
  ids.set(ROLE_TYPE, new Set(roles.map(({ id }) => Number(id))));
  const orders = await inverseOrders(schema, rows);
  for (const [uid, ofType] of rows) {
    const seen = new Set<string>();
    for await (const { links } of ofType.read()) {
      for (const each of links) {
        for (const line of linesOfLinks(schema, schema.type(uid), each, ids, orders, dangling)) {
          // A row without drafts stands in both lists, and a link to one as well.
          const { left, right } = line;
          const key = `${left.type} ${left.field} ${left.ref} ${right.type} ${right.field} ${right.ref}`;
          const isAgain = seen.has(key);
          if (!schema.type(uid).draftAndPublish) seen.add(key);
          if (!isAgain) yield line;
        }
      }
    }
  }
}

/** Where a row stands in the list of the other end, by `type.attribute` of the end that owns the links and both ids. */
type Orders = ReadonlyMap<string, ReadonlyMap<string, number>>;

async function inverseOrders(schema: Schema, rows: ReadonlyMap<string, Rows>): Promise<Orders> {
  const orders = new Map<string, Map<string, number>>();
  for (const [uid, ofType] of rows) {
    const inverse = [...schema.type(uid).attributes.values()].filter(
      (attribute) => attribute.kind === "relation" && attribute.many && attribute.mappedBy !== undefined,
    );
    if (inverse.length === 0) continue;
    for await (const { links } of ofType.read()) {
      for (const [model, id, name, targets] of links) {
        const attribute = model === uid ? inverse.find((each) => each.name === name) : undefined;
        if (attribute?.kind !== "relation") continue;
        const of = `${attribute.target}.${attribute.mappedBy}`;
        const known = orders.get(of) ?? new Map<string, number>();
        orders.set(of, known);
        for (const [at, [, target]] of targets.entries()) known.set(`${target} ${id}`, at + 1);
      }
    }
  }
  return orders;
}

function* linesOfLinks(
  schema: Schema,
  type: ContentType,
  [model, ref, field, targets]: Links,
  ids: ReadonlyMap<string, ReadonlySet<number>>,
  orders: Orders,
  dangling: Dangling,
): Generator<LinkLine> {
  const owner = schema.types.get(model) ?? schema.components.get(model);
  const attribute = owner?.attributes.get(field);
  if (ref === 0 || attribute === undefined) return;
  if (attribute.kind !== "media" && attribute.kind !== "morph" && attribute.kind !== "relation") return;
  const isRelation = attribute.kind === "relation";
  if (isRelation && attribute.mappedBy !== undefined) return;
  for (const [at, [to, id]] of targets.entries()) {
    const name = `${type.singularName}.${model === type.uid ? field : `${model}.${field}`}`;
    if (!isThere([to, id], ids.get(to), name, dangling)) continue;
    const back = isRelation && attribute.inversedBy !== undefined ? { field: attribute.inversedBy } : {};
    const pos = isRelation ? orders.get(`${model}.${field}`)?.get(`${ref} ${id}`) : undefined;
    const target = { type: to, ...back, ref: id, ...(pos !== undefined && { pos }) };
    yield linkLine(attribute, { type: model, ref, pos: at + 1 }, target);
  }
}
