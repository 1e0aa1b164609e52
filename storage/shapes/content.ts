import { type Change, type Commit, type Layer, localeOf, type VersionRecord } from "../../engine/internal.ts";

export type Link = Extract<Change, { kind: "link" }>;

/** The versions of one document. */
export type Document = { readonly [layer in Layer]?: VersionRecord };

/** A state without an engine: maps of its parts, to be printed or compared. Needs no schema. */
export class Content {
  readonly logId: string;
  head = 0;
  at = 0;
  readonly sequences = new Map<string, number>();
  /** Fingerprints of the content types that have written to a shared log, the present ones last. */
  schemas: readonly string[] = [];
  /** By content type and documentId. */
  readonly types = new Map<string, Map<string, Document>>();
  /** By `linkKey`. */
  readonly links = new Map<string, Link>();

  constructor(logId: string) {
    this.logId = logId;
  }

  /** Applies commits; the returned function undoes them. */
  apply(commits: readonly Commit[]): () => void {
    const { head, at } = this;
    const stepsBack = commits.flatMap(({ changes }) => changes.map((change) => this.#change(change)));
    const last = commits.at(-1);
    this.head = last?.number ?? head;
    this.at = last?.at ?? at;
    return () => {
      for (const stepBack of stepsBack.reverse()) stepBack();
      this.head = head;
      this.at = at;
    };
  }

  /** Whether any part is in a locale other than the default one. */
  get hasLocales(): boolean {
    for (const { layer } of this.links.values()) if (localeOf(layer) !== null) return true;
    for (const documents of this.types.values()) if (layersIn(documents.values()).length > BASE.length) return true;
    return false;
  }

  /** The state as changes that create it from an empty one, in a valid order. */
  *changes(): Generator<Change> {
    for (const fingerprint of this.schemas) yield { kind: "schema", fingerprint };
    for (const [of, last] of this.sequences) yield { kind: "sequence", of, last };
    for (const [type, documents] of this.types) {
      for (const status of layersIn(documents.values())) {
        const versions = [...documents.values()].flatMap((document) => document[status] ?? []);
        for (const version of versions.sort((a, b) => a.id - b.id)) yield { kind: "put", type, status, version };
      }
    }
    yield* this.links.values();
  }

  /** Applies one change; the returned function undoes it. */
  #change(change: Change): () => void {
    switch (change.kind) {
      case "put":
        return this.#setVersion(change.type, change.version.documentId, change.status, change.version);
      case "remove":
        return this.#setVersion(change.type, change.documentId, change.status, undefined);
      case "link":
        return set(this.links, linkKey(change), change);
      case "unlink":
        return set(this.links, linkKey(change), undefined);
      case "sequence":
        return set(this.sequences, change.of, change.last);
      case "schema":
        return this.#takeSchema(change.fingerprint);
      case "clear":
        return this.#clear();
    }
  }

  #takeSchema(fingerprint: string): () => void {
    const { schemas } = this;
    this.schemas = [...schemas.filter((each) => each !== fingerprint), fingerprint];
    return () => {
      this.schemas = schemas;
    };
  }

  #clear(): () => void {
    const stepsBack = [empty(this.sequences), empty(this.types), empty(this.links)];
    return () => {
      for (const stepBack of stepsBack) stepBack();
    };
  }

  #setVersion(type: string, documentId: string, status: Layer, version: VersionRecord | undefined): () => void {
    const documents = this.types.get(type) ?? new Map<string, Document>();
    this.types.set(type, documents);
    const { [status]: _, ...others } = documents.get(documentId) ?? {};
    const document: Document = version === undefined ? others : { ...others, [status]: version };
    return set(documents, documentId, Object.keys(document).length === 0 ? undefined : document);
  }
}

const BASE: readonly Layer[] = ["draft", "published"];

/** The layers that may have versions: of the default locale, then of others by their codes. */
export function layersIn(documents: Iterable<Document>): readonly Layer[] {
  const others = new Set<Layer>();
  for (const document of documents) {
    // They have no other keys.
    for (const layer of Object.keys(document) as Layer[]) if (localeOf(layer) !== null) others.add(layer);
  }
  return [...BASE, ...[...others].sort()];
}

export function linkKey({ relation, layer, source, target }: Omit<Link, "kind" | "order">): string {
  return JSON.stringify([relation, layer, source, target]);
}

/** Sets or, without a value, deletes; the returned function undoes it. */
function set<T>(map: Map<string, T>, key: string, value: T | undefined): () => void {
  const before = map.get(key);
  put(map, key, value);
  return () => put(map, key, before);
}

/** Deletes everything; the returned function undoes it. */
function empty<K, T>(map: Map<K, T>): () => void {
  const before = [...map];
  map.clear();
  return () => {
    map.clear();
    for (const [key, value] of before) map.set(key, value);
  };
}

function put<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
