import type { Status, VersionRecord } from "../../../engine/internal.ts";
import { isRecord } from "../../../engine/internal.ts";
import { Content, type Document, type Link, linkKey } from "../../shapes/content.ts";
import { decode, invalid, unknownFormat } from "../../shapes/decode.ts";
import { listOf, mapOf, optional, record, type Shape } from "../../shapes/shape.ts";
import { bareVersionShape, natural, orderShape, owner, text, timeOrNull } from "../../shapes/shapes.ts";
import { editFaults } from "./edit-faults.ts";

/** What the file looks like: made for eyes and for line-by-line comparison. */
interface ContentFile {
  readonly format: number;
  readonly logId: string;
  /** Number of the last commit in it. */
  readonly head: number;
  /** Time of that commit; null before the first. */
  readonly at: string | null;
  readonly sequences: { readonly [of: string]: number };
  readonly content: { readonly [type: string]: { readonly [documentId: string]: FileDocument } };
  readonly links: { readonly [relation: string]: FileLinks };
}

type FileVersion = Omit<VersionRecord, "documentId">;
type FileDocument = { readonly [status in Status]?: FileVersion };
type FileLinks = { readonly [layer in Status]?: readonly FileLink[] };
type FileLink = Pick<Link, "source" | "target" | "order">;

/** Number of the form of the file. */
const FORMAT = 1;

const LAYERS: readonly Status[] = ["draft", "published"];

const version = optional(bareVersionShape);
const links = optional(listOf(record<FileLink>({ source: owner, target: text, order: orderShape })));

const fileShape: Shape<ContentFile> = record<ContentFile>({
  format: natural,
  logId: text,
  head: natural,
  at: timeOrNull,
  sequences: mapOf(natural),
  content: mapOf(mapOf(record<FileDocument>({ draft: version, published: version }))),
  links: mapOf(record<FileLinks>({ draft: links, published: links })),
});

/**
 * The content that a file's text stands for.
 *
 * @throws SyntaxError when it is not JSON; StorageError `invalid` with every fault and its path.
 */
export function parseContent(json: string): Content {
  const value: unknown = JSON.parse(json);
  if (isRecord(value) && value.format !== FORMAT) throw unknownFormat("file", value.format, FORMAT);
  const file = decode(fileShape, value, "content");
  const content = new Content(file.logId);
  content.head = file.head;
  content.at = file.at === null ? 0 : Date.parse(file.at);
  for (const [of, last] of Object.entries(file.sequences)) content.sequences.set(of, last);
  for (const [type, documents] of Object.entries(file.content)) {
    content.types.set(type, new Map(Object.entries(documents).map(([id, document]) => [id, documentOf(id, document)])));
  }
  for (const link of fileLinks(file)) content.links.set(linkKey(link), link);
  const issues = editFaults(content);
  if (issues.length > 0) throw invalid("content", issues);
  return content;
}

/** The same content always gives the same text, whatever way led to it. One link, and one scalar value, is one line. */
export function printContent(content: Content): string {
  const head = {
    format: FORMAT,
    logId: content.logId,
    head: content.head,
    at: content.at === 0 ? null : new Date(content.at).toISOString(),
    sequences: sorted(content.sequences, (last) => last),
    content: sorted(content.types, printDocuments),
  };
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "links": ${printLinks(content.links.values())}\n}\n`;
}

function documentOf(documentId: string, { draft, published }: FileDocument): Document {
  return {
    ...(draft === undefined ? {} : { draft: versionOf(documentId, draft) }),
    ...(published === undefined ? {} : { published: versionOf(documentId, published) }),
  };
}

function versionOf(documentId: string, { id, ...others }: FileVersion): VersionRecord {
  return { id, documentId, ...others };
}

function* fileLinks(file: ContentFile): Generator<Link> {
  for (const [relation, layers] of Object.entries(file.links)) {
    for (const layer of LAYERS) {
      for (const link of layers[layer] ?? []) yield { kind: "link", relation, layer, ...link };
    }
  }
}

/** Oldest first, so that a new document is an addition at the end. */
function printDocuments(documents: ReadonlyMap<string, Document>): unknown {
  const oldestFirst = [...documents].sort(([, a], [, b]) => firstId(a) - firstId(b));
  return Object.fromEntries(oldestFirst.map(([documentId, document]) => [documentId, printDocument(document)]));
}

function printDocument({ draft, published }: Document): FileDocument {
  return {
    ...(draft === undefined ? {} : { draft: printVersion(draft) }),
    ...(published === undefined ? {} : { published: printVersion(published) }),
  };
}

function printVersion({ id, createdAt, updatedAt, publishedAt, values }: VersionRecord): FileVersion {
  return { id, createdAt, updatedAt, publishedAt, values };
}

function firstId({ draft, published }: Document): number {
  return Math.min(draft?.id ?? Number.POSITIVE_INFINITY, published?.id ?? Number.POSITIVE_INFINITY);
}

function printLinks(links: Iterable<Link>): string {
  const relations = byRelation(links);
  const printed = Object.entries(sorted(relations, printRelation)).map(
    ([name, text]) => `    ${JSON.stringify(name)}: ${text}`,
  );
  return printed.length === 0 ? "{}" : `{\n${printed.join(",\n")}\n  }`;
}

function byRelation(links: Iterable<Link>): ReadonlyMap<string, readonly Link[]> {
  const relations = new Map<string, Link[]>();
  for (const link of links) {
    const group = relations.get(link.relation);
    if (group === undefined) relations.set(link.relation, [link]);
    else group.push(link);
  }
  return relations;
}

function printRelation(links: readonly Link[]): string {
  const layers = LAYERS.flatMap((layer) => {
    const lines = links.filter((link) => link.layer === layer).sort(bySourceThenOrder);
    return lines.length === 0 ? [] : `      "${layer}": [\n${lines.map(printLink).join(",\n")}\n      ]`;
  });
  return `{\n${layers.join(",\n")}\n    }`;
}

function printLink({ source, target, order: [inSource, inTarget] }: Link): string {
  const ends = `"source": ${JSON.stringify(source)}, "target": ${JSON.stringify(target)}`;
  return `        { ${ends}, "order": [${inSource}, ${inTarget}] }`;
}

function bySourceThenOrder(a: Link, b: Link): number {
  return compare(`${a.source}`, `${b.source}`) || a.order[0] - b.order[0] || compare(a.target, b.target);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** As an object with its keys in order. */
function sorted<T, R>(map: ReadonlyMap<string, T>, print: (value: T) => R): { [key: string]: R } {
  return Object.fromEntries([...map].sort(([a], [b]) => compare(a, b)).map(([key, value]) => [key, print(value)]));
}
