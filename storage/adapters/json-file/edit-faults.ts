import type { Issue, Status, VersionRecord } from "../../../engine/internal.ts";
import type { Content, Document } from "../../shapes/content.ts";

/** What people break most easily when they edit a file of the right form: every fault with its path in the file. */
export function editFaults({ types }: Content): Issue[] {
  return [...types].flatMap(([type, documents]) => [...documentFaults(type, documents)]);
}

function* documentFaults(type: string, documents: ReadonlyMap<string, Document>): Generator<Issue> {
  const holders = new Map<number, string>();
  for (const [documentId, document] of documents) {
    const path = ["content", type, documentId];
    const { draft, published } = document;
    if (draft === undefined && published === undefined) yield { path, message: "has no version" };
    if (draft !== undefined) yield* versionFaults([...path, "draft"], "draft", draft, holders);
    if (published !== undefined) yield* versionFaults([...path, "published"], "published", published, holders);
  }
}

function* versionFaults(
  path: readonly string[],
  status: Status,
  { id, publishedAt }: VersionRecord,
  holders: Map<number, string>,
): Generator<Issue> {
  const holder = holders.get(id);
  if (holder !== undefined) yield { path: [...path, "id"], message: `is the id of ${holder} too`, value: id };
  holders.set(id, path.join("."));
  if ((publishedAt === null) === (status === "draft")) return;
  const message = status === "draft" ? "must be null in a draft" : "must be a time in a published version";
  yield { path: [...path, "publishedAt"], message, value: publishedAt };
}
