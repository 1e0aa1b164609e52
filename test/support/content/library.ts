import {
  type Attribute,
  CONTRACT_RULES,
  Engine,
  type Env,
  type RelationAttribute,
  type ScalarAttribute,
  Schema,
  type Transaction,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/internal.ts";

const common = { required: false, private: false, writable: true, searchable: true };
const title: ScalarAttribute = {
  ...common,
  kind: "scalar",
  name: "title",
  type: "string",
  unique: false,
  index: false,
};
const author: RelationAttribute = {
  ...common,
  kind: "relation",
  name: "author",
  relation: "manyToOne",
  target: "api::author.author",
  many: false,
};

/** The smallest content that has everything storages care about: drafts, a plain type, a relation between them. */
export const LIBRARY = new Schema(
  [
    {
      model: "content-type",
      kind: "collection",
      uid: "api::book.book",
      displayName: "Book",
      singularName: "book",
      pluralName: "books",
      draftAndPublish: true,
      locale: null,
      shared: new Set(),
      rest: true,
      attributes: new Map<string, Attribute>([
        ["title", title],
        ["author", author],
      ]),
    },
    {
      model: "content-type",
      kind: "collection",
      uid: "api::author.author",
      displayName: "Author",
      singularName: "author",
      pluralName: "authors",
      draftAndPublish: false,
      locale: null,
      shared: new Set(),
      rest: true,
      attributes: new Map([["title", title]]),
    },
  ],
  [],
);

const EMPTY = new Engine(LIBRARY, CONTRACT_RULES);

export function emptyLibrary(): Engine {
  return EMPTY.empty();
}

/** A clock that ticks and ids that count; `name` is what all ids begin with. */
export function countingEnv(name = "d"): Env {
  let now = Date.UTC(2026, 0, 1);
  let ids = 0;
  return {
    now: () => {
      now += 1;
      return now;
    },
    newDocumentId: () => {
      ids += 1;
      return name + String(ids).padStart(24 - name.length, "0");
    },
  };
}

export const BOOK = "api::book.book";
export const AUTHOR = "api::author.author";

/** Adds a draft; gives its documentId. */
export function addBook(transaction: Transaction, title: string): string {
  const documentId = transaction.newDocumentId();
  transaction.put(BOOK, "draft", {
    id: transaction.nextId(BOOK),
    documentId,
    createdAt: transaction.now,
    updatedAt: transaction.now,
    publishedAt: null,
    values: { title },
  });
  return documentId;
}

/** The same as a write of its own. */
export function storeBook(store: Store, title: string): Promise<string> {
  return store.write(
    (transaction) => addBook(transaction, title),
    (documentId) => documentId,
  );
}

/** Publishes a book and signs it with a new author: both versions, a link and a plain type in one commit. */
export function publishBook(transaction: Transaction, documentId: string, author: string): void {
  const draft = transaction.version(BOOK, documentId, "draft");
  if (draft === null) throw new Error(`no book ${documentId}`);
  const { now } = transaction;
  transaction.put(BOOK, "published", { ...draft, id: transaction.nextId(BOOK), publishedAt: now });
  const target = transaction.newDocumentId();
  const dates = { createdAt: now, updatedAt: now, publishedAt: now };
  transaction.put(AUTHOR, "published", {
    id: transaction.nextId(AUTHOR),
    documentId: target,
    ...dates,
    values: { title: author },
  });
  const relation = transaction.shape.relations.byName.get(`${BOOK}.author`);
  if (relation === undefined) throw new Error("books have authors");
  for (const layer of ["draft", "published"] as const) {
    transaction.link(relation, layer, { source: documentId, target, inSource: 1, inTarget: 1 });
  }
}

export function retitleBook(transaction: Transaction, documentId: string, title: string): void {
  const draft = transaction.version(BOOK, documentId, "draft");
  if (draft === null) throw new Error(`no book ${documentId}`);
  transaction.put(BOOK, "draft", { ...draft, updatedAt: transaction.now, values: { title } });
}

/** Titles of the drafts as readers see them. */
export function titles(engine: Engine): readonly string[] {
  return [...engine.dump()].flatMap((change) =>
    change.kind === "put" && change.type === BOOK && change.status === "draft"
      ? String(change.version.values.title)
      : [],
  );
}

/** The whole state, comparable: the order of a dump's parts says nothing. */
export function stateOf(engine: Engine): unknown {
  return {
    number: engine.number,
    at: engine.state.at,
    changes: [...engine.dump()].map((change) => JSON.stringify(change)).sort(),
  };
}
