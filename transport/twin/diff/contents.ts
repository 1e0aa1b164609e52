import { FILE_TYPE, type Schema } from "../../../engine/internal.ts";
import type { Pulled } from "../pull/pulled.ts";
import type { Row } from "../pull/rows.ts";

/** One version of a document, in words that two sources can share: documents are named by their documentIds. */
export interface Version {
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly status: string;
  readonly values: { readonly [name: string]: unknown };
}

/** The versions that a pull has read, by type, documentId, locale and status. `withTimes`: of their creation, change, publication. */
export async function contentsOf({ rows, types }: Pulled, withTimes: boolean): Promise<ReadonlyMap<string, Version>> {
  const names = new Map<string, string>();
  for (const [type, ofType] of rows)
    for await (const { id, documentId, data } of ofType.read())
      names.set(`${type} ${id}`, [documentId, data.locale].filter((part) => typeof part === "string").join(" "));
  const found = new Map<string, Version>();
  for (const [type, ofType] of rows) {
    // Files are compared by what links to them.
    if (type === FILE_TYPE) continue;
    for await (const row of ofType.read()) {
      const version = versionOf(types.schema, type, row, names, withTimes);
      const key = [version.status, version.locale ?? "", version.documentId].join(" ");
      // Links of drafts stand in a row of their own, where the type has none.
      if (row.linksOnly !== true) found.set(`${type} ${key}`, version);
    }
  }
  return found;
}

function versionOf(
  schema: Schema,
  type: string,
  row: Row,
  names: ReadonlyMap<string, string>,
  withTimes: boolean,
): Version {
  const { publishedAt, createdAt, updatedAt, documentId, locale, ...data } = row.data;
  const links = row.links.flatMap(([model, id, name, targets]) => {
    const to = targets.map(([uid, target]) => names.get(`${uid} ${target}`) ?? `${uid} ${target}`);
    const attribute = schema.types.get(model)?.attributes.get(name);
    // The other side tells the same links.
    if (attribute?.kind === "relation" && attribute.mappedBy !== undefined) return [];
    return [[model === type ? name : `${model}#${id}.${name}`, to] as const];
  });
  return {
    type,
    documentId: row.documentId,
    locale: typeof locale === "string" ? locale : null,
    status: row.status,
    values: {
      ...(withoutIds(data) as object),
      ...withPlaces(links),
      ...(withTimes && { createdAt, updatedAt, publishedAt }),
    },
  };
}

/** Links of components, by their order: ids of components are made anew. */
function withPlaces(links: readonly (readonly [name: string, to: readonly string[]])[]): { [name: string]: unknown } {
  const found: { [name: string]: unknown } = {};
  for (const [name, to] of links) {
    const plain = name.replace(/#\d+/, "");
    let place = plain;
    for (let number = 1; Object.hasOwn(found, place); number++) place = `${plain}[${number}]`;
    found[place] = to;
  }
  return found;
}

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== "id");
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutIds(inner)]));
}
