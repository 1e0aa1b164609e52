import { type Issue, type Layer, statusOf, type VersionRecord } from "../../../engine/internal.ts";
import { type Content, type Document, layersIn } from "../../shapes/content.ts";

/** The usual faults of people who edit a file of the right form: each with its path in the file. */
export function editFaults({ types }: Content): Issue[] {
  return [...types].flatMap(([type, documents]) => [...documentFaults(type, documents)]);
}

function* documentFaults(type: string, documents: ReadonlyMap<string, Document>): Generator<Issue> {
  const holders = new Map<number, string>();
  for (const [documentId, document] of documents) {
    const path = ["content", type, documentId];
    if (Object.keys(document).length === 0) yield { path, message: "has no version" };
    for (const layer of layersIn([document])) {
      const version = document[layer];
      if (version !== undefined) yield* versionFaults([...path, layer], layer, version, holders);
    }
  }
}

function* versionFaults(
  path: readonly string[],
  layer: Layer,
  { id, publishedAt }: VersionRecord,
  holders: Map<number, string>,
): Generator<Issue> {
  const holder = holders.get(id);
  if (holder !== undefined) yield { path: [...path, "id"], message: `is the id of ${holder} too`, value: id };
  holders.set(id, path.join("."));
  const status = statusOf(layer);
  if ((publishedAt === null) === (status === "draft")) return;
  const message = status === "draft" ? "must be null in a draft" : "must be a time in a published version";
  yield { path: [...path, "publishedAt"], message, value: publishedAt };
}
