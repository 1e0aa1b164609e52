import { type ContentType, FILE_TYPE, isRecord, type Schema, type UnknownRecord } from "../../../engine/internal.ts";
import { isFileName } from "../../../storage/core.ts";
import { ROLE_TYPE } from "../../access/user-types.ts";
import { SIDECARS } from "../../strapi/archive/archive-assets.ts";
import { LOCALE_TYPE } from "../../strapi/archive/read/survey.ts";
import { jsonEntry, linesEntries, type NewEntry } from "../../strapi/archive/write/new-entry.ts";
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
  const value = locales[0]?.code ?? "en";
  const setting = { id: 1, key: "plugin_i18n_default_locale", value, type: "string", environment: null, tag: null };
  yield* linesEntries("configuration", [{ type: "core-store", value: setting }]);
  yield jsonEntry("metadata.json", { createdAt, strapi: { version: "5.0.0" } }, 2);
}

/** A list as files, as `linesEntries` does, without holding more than one file. */
async function* parts(folder: string, lines: AsyncIterable<unknown>): AsyncGenerator<NewEntry> {
  let held: unknown[] = [];
  let number = 0;
  const take = function* (): Generator<NewEntry> {
    for (const entry of linesEntries(folder, held)) {
      number++;
      yield { ...entry, name: `${folder}/${folder}_${String(number).padStart(5, "0")}.jsonl` };
    }
    held = [];
  };
  for await (const line of lines) {
    held.push(line);
    if (held.length === 2_000) yield* take();
  }
  if (held.length > 0 || number === 0) yield* take();
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
  if (files === undefined) return;
  for await (const { id, data } of files.read()) {
    const name = `${data.hash}${data.ext ?? ""}`;
    if (isFileName(name)) yield jsonEntry(`${SIDECARS}${name}.json`, { id, ...data });
    for (const [type, format] of Object.entries(isRecord(data.formats) ? data.formats : {})) {
      const own = isRecord(format) ? `${format.hash}${format.ext ?? ""}` : "";
      if (isRecord(format) && isFileName(own))
        yield jsonEntry(`${SIDECARS}${own}.json`, { ...format, type, id, mainHash: data.hash });
    }
  }
}

async function* linkLines(schema: Schema, { rows, roles }: Pulled, dangling: Dangling): AsyncGenerator<UnknownRecord> {
  const ids = new Map<string, ReadonlySet<number>>([...rows].map(([type, ofType]) => [type, ofType.ids]));
  ids.set(ROLE_TYPE, new Set(roles.map(({ id }) => Number(id))));
  const orders = await inverseOrders(schema, rows);
  for (const [uid, ofType] of rows) {
    const seen = new Set<string>();
    for await (const { links } of ofType.read()) {
      for (const each of links) {
        for (const line of linesOf(schema, schema.type(uid), each, ids, orders, dangling)) {
          // A row without drafts stands in both lists, and a link to one as well.
          const { left, right } = line as { readonly left: UnknownRecord; readonly right: UnknownRecord };
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

function* linesOf(
  schema: Schema,
  type: ContentType,
  [model, ref, field, targets]: Links,
  ids: ReadonlyMap<string, ReadonlySet<number>>,
  orders: Orders,
  dangling: Dangling,
): Generator<UnknownRecord> {
  const owner = schema.types.get(model) ?? schema.components.get(model);
  const attribute = owner?.attributes.get(field);
  if (attribute === undefined || attribute.kind === "scalar" || ref === 0) return;
  if (attribute.kind === "relation" && attribute.mappedBy !== undefined) return;
  for (const [at, [to, id]] of targets.entries()) {
    const name = `${type.singularName}.${model === type.uid ? field : `${model}.${field}`}`;
    if (!isThere([to, id], ids.get(to), name, dangling)) continue;
    const pos = at + 1;
    if (attribute.kind === "media") {
      const left = { type: FILE_TYPE, field: "related", ref: id };
      yield { kind: "relation.morph", relation: "morphToMany", left, right: { ref, pos, type: model, field } };
    } else if (attribute.kind === "morph") {
      const right = { ref: id, type: to, ...(attribute.many && { pos, field: null }) };
      yield { kind: "relation.morph", relation: attribute.relation, left: { type: model, field, ref }, right };
    } else if (attribute.kind === "relation") {
      const order = orders.get(`${model}.${field}`)?.get(`${ref} ${id}`);
      const left = { type: model, field, ref, ...(attribute.many && { pos }) };
      const back = attribute.inversedBy === undefined ? {} : { field: attribute.inversedBy };
      const right = { type: to, ...back, ref: id, ...(order !== undefined && { pos: order }) };
      yield { kind: model === to ? "relation.circular" : "relation.basic", relation: attribute.relation, left, right };
    }
  }
}
