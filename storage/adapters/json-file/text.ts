import { inexactMessage, inexactNumbers, isRecord, type Layer, type VersionRecord } from "../../../engine/internal.ts";
import { Content, type Document, type Link, layersIn, linkKey } from "../../shapes/content.ts";
import { decode, invalid, unknownFormat } from "../../shapes/decode.ts";
import { listOf, mapOf, optional, record, type Shape } from "../../shapes/shape.ts";
import {
  bareVersionShape,
  isLayer,
  natural,
  orderShape,
  owner,
  status,
  text,
  timeOrNull,
} from "../../shapes/shapes.ts";
import { editFaults } from "./edit-faults.ts";

/** The layout of the file: for reading and for line-by-line comparison. */
interface ContentFile {
  readonly format: number;
  readonly logId: string;
  /** Number of the last commit in it. */
  readonly head: number;
  /** Time of that commit; null before the first. */
  readonly at: string | null;
  readonly sequences: { readonly [of: string]: number };
  /** Absent if no content types have written to a shared log. */
  readonly schemas?: readonly string[] | undefined;
  readonly content: { readonly [type: string]: { readonly [documentId: string]: FileDocument } };
  readonly links: { readonly [relation: string]: FileLinks };
}

type FileVersion = Omit<VersionRecord, "documentId">;
/** By layer. */
type FileDocument = { readonly [layer: string]: FileVersion };
type FileLinks = { readonly [layer: string]: readonly FileLink[] };
type FileLink = Pick<Link, "source" | "target" | "order">;

/** Number of the file's format. */
const FORMAT = 1;

/** The format with layers of locales other than the default one: written only if there are such. */
const LOCALES_FORMAT = 2;

/** The format with the content types that have written to a shared log: written only if there are such. */
const SCHEMAS_FORMAT = 3;

const FORMATS: ReadonlySet<unknown> = new Set([FORMAT, LOCALES_FORMAT, SCHEMAS_FORMAT]);

const links = listOf(record<FileLink>({ source: owner, target: text, order: orderShape }));

const fileShape: Shape<ContentFile> = record<ContentFile>({
  format: natural,
  logId: text,
  head: natural,
  at: timeOrNull,
  sequences: mapOf(natural),
  schemas: optional(listOf(text)),
  content: mapOf(mapOf(byLayer(bareVersionShape))),
  links: mapOf(byLayer(links)),
});

/**
 * The content of a file's text.
 *
 * @throws SyntaxError when it is not JSON; StorageError `invalid` with every fault and its path.
 */
export function parseContent(json: string): Content {
  const value: unknown = JSON.parse(json);
  const altered = [...inexactNumbers(json)].map(({ literal, path }) => ({ path, message: inexactMessage(literal) }));
  if (altered.length > 0) throw invalid("content", altered);
  if (isRecord(value) && !FORMATS.has(value.format)) {
    throw unknownFormat("file", value.format, FORMAT, SCHEMAS_FORMAT);
  }
  const file = decode(fileShape, value, "content");
  const content = new Content(file.logId);
  content.head = file.head;
  content.at = file.at === null ? 0 : Date.parse(file.at);
  content.schemas = file.schemas ?? [];
  for (const [of, last] of Object.entries(file.sequences)) content.sequences.set(of, last);
  for (const [type, documents] of Object.entries(file.content)) {
    content.types.set(type, new Map(Object.entries(documents).map(([id, document]) => [id, documentOf(id, document)])));
  }
  for (const link of fileLinks(file)) content.links.set(linkKey(link), link);
  const issues = editFaults(content);
  if (issues.length > 0) throw invalid("content", issues);
  return content;
}

/**
 * In pieces, so that a large text is never in memory as a whole. The same content always gives the same text, however it
 * came about. One link, and one scalar value, is one line.
 */
export function* printContent(content: Content): Generator<string> {
  const head = {
    format: formatOf(content),
    logId: content.logId,
    head: content.head,
    at: content.at === 0 ? null : new Date(content.at).toISOString(),
    sequences: Object.fromEntries(sorted(content.sequences)),
    ...(content.schemas.length > 0 && { schemas: content.schemas }),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "content": `;
  yield* printMembers(sorted(content.types), printDocuments, "  ");
  yield ',\n  "links": ';
  yield* printMembers(sorted(byRelation(content.links.values())), printRelation, "  ");
  yield "\n}\n";
}

function formatOf({ hasLocales, schemas }: Content): number {
  if (schemas.length > 0) return SCHEMAS_FORMAT;
  return hasLocales ? LOCALES_FORMAT : FORMAT;
}

/** An object at an indent, each value printed by `print` at the indent of its key. */
function* printMembers<T>(
  members: Iterable<readonly [string, T]>,
  print: (value: T, indent: string) => Iterable<string>,
  indent: string,
): Generator<string> {
  let isEmpty = true;
  for (const [key, value] of members) {
    yield `${isEmpty ? "{" : ","}\n${indent}  ${JSON.stringify(key)}: `;
    yield* print(value, `${indent}  `);
    isEmpty = false;
  }
  yield isEmpty ? "{}" : `\n${indent}}`;
}

/** The parts under the names of layers. */
function byLayer<T>(shape: Shape<T>): Shape<{ readonly [layer: string]: T }> {
  const values = mapOf(shape);
  return (value) => {
    const unknown = isRecord(value) ? Object.keys(value).filter((name) => !isLayer(name)) : [];
    return [...values(value), ...unknown.flatMap((name) => status(name).map((issue) => ({ ...issue, path: [name] })))];
  };
}

function documentOf(documentId: string, document: FileDocument): Document {
  const versions = Object.entries(document).map(([layer, version]) => [layer, versionOf(documentId, version)]);
  return Object.fromEntries(versions);
}

function versionOf(documentId: string, { id, ...others }: FileVersion): VersionRecord {
  return { id, documentId, ...others };
}

function* fileLinks(file: ContentFile): Generator<Link> {
  for (const [relation, layers] of Object.entries(file.links)) {
    // Their shape has been checked.
    for (const layer of inOrder(Object.keys(layers) as Layer[])) {
      for (const link of layers[layer] ?? []) yield { kind: "link", relation, layer, ...link };
    }
  }
}

/** Oldest first, so that a new document is an addition at the end. */
function printDocuments(documents: ReadonlyMap<string, Document>, indent: string): Generator<string> {
  const oldestFirst = [...documents].sort(([, a], [, b]) => firstId(a) - firstId(b));
  return printMembers(oldestFirst, printDocument, indent);
}

function* printDocument(document: Document, indent: string): Generator<string> {
  const versions = layersIn([document]).flatMap((layer) => {
    const version = document[layer];
    return version === undefined ? [] : [[layer, printVersion(version)] as const];
  });
  yield JSON.stringify(Object.fromEntries(versions), null, 2).replaceAll("\n", `\n${indent}`);
}

/** Drafts, then published versions, then versions in other locales by their codes. */
function inOrder(layers: Iterable<Layer>): readonly Layer[] {
  const present = new Set(layers);
  const others = [...present].filter((layer) => layer !== "draft" && layer !== "published").sort();
  return [...(["draft", "published"] as const).filter((layer) => present.has(layer)), ...others];
}

function printVersion({ id, createdAt, updatedAt, publishedAt, values }: VersionRecord): FileVersion {
  return { id, createdAt, updatedAt, publishedAt, values };
}

function firstId(document: Document): number {
  return Math.min(...Object.values(document).map((version) => version?.id ?? Number.POSITIVE_INFINITY));
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

function printRelation(links: readonly Link[], indent: string): Generator<string> {
  const layers = inOrder(links.map(({ layer }) => layer));
  const byLayer = layers.map((layer) => [layer, links.filter((link) => link.layer === layer)] as const);
  return printMembers(byLayer, printLayer, indent);
}

function* printLayer(links: readonly Link[], indent: string): Generator<string> {
  let before = "[\n";
  for (const link of [...links].sort(bySourceThenOrder)) {
    yield `${before}${indent}  ${printLink(link)}`;
    before = ",\n";
  }
  yield `\n${indent}]`;
}

function printLink({ source, target, order: [inSource, inTarget] }: Link): string {
  const ends = `"source": ${JSON.stringify(source)}, "target": ${JSON.stringify(target)}`;
  return `{ ${ends}, "order": [${inSource}, ${inTarget}] }`;
}

function bySourceThenOrder(a: Link, b: Link): number {
  return compare(`${a.source}`, `${b.source}`) || a.order[0] - b.order[0] || compare(a.target, b.target);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function sorted<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].sort(([a], [b]) => compare(a, b));
}
