import type { OpenApiDocument, Operation, PathItem } from "../../parts/openapi/document.ts";
import { METHODS } from "../../parts/openapi/document.ts";

/** The operation of a document for a path and method. */
export interface FoundOperation {
  readonly operation: Operation;
  /** JSON pointer of the operation. */
  readonly pointer: string;
  readonly item: PathItem;
  /** Texts of the path's variable segments, decoded. */
  readonly params: ReadonlyMap<string, string>;
}

/** Finds the operations of requests; `no path` and `no method` if there is none. */
export function operationFinder(document: OpenApiDocument) {
  const paths = Object.entries(document.paths).map(([path, item]) => ({ path, item, segments: segmentsOf(path) }));
  // Fixed segments take precedence over variable ones.
  paths.sort((a, b) => variables(a.segments) - variables(b.segments));
  return (method: string, path: string): FoundOperation | "no path" | "no method" => {
    const sent = segmentsOf(path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);
    const found = paths.find(({ segments }) => matches(segments, sent));
    if (found === undefined) return "no path";
    const name = METHODS.find((each) => each === method.toLowerCase());
    const operation = name === undefined ? undefined : found.item[name];
    if (operation === undefined) return "no method";
    const pointer = `/paths/${escaped(found.path)}/${name}`;
    return { operation, pointer, item: found.item, params: paramsOf(found.segments, sent) };
  };
}

/** One segment of a JSON pointer. */
export function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").slice(1);
}

function variables(segments: readonly string[]): number {
  return segments.filter(isVariable).length;
}

function isVariable(segment: string): boolean {
  return segment.startsWith("{");
}

function matches(segments: readonly string[], sent: readonly string[]): boolean {
  return (
    segments.length === sent.length &&
    segments.every((segment, index) => {
      const text = sent[index] ?? "";
      return isVariable(segment) ? text !== "" : segment.toLowerCase() === text.toLowerCase();
    })
  );
}

function paramsOf(segments: readonly string[], sent: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    segments.flatMap((segment, index) => (isVariable(segment) ? [[segment.slice(1, -1), decoded(sent[index])]] : [])),
  );
}

function decoded(text = ""): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
