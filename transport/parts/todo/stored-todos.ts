import {
  type ContentType,
  createDocument,
  deleteDocument,
  type Entry,
  FULL_ACCESS,
  fieldsNamed,
  findMany,
  impossible,
  LookUp,
  OBJECTS,
  type Payload,
  type Transaction,
  updateDocument,
  type VersionRecord,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { type Asked, writeAsked } from "../../access/note-author.ts";
import { plainQuery, serviceReading } from "../../contract/service-read.ts";
import { TODO_TYPE, type Todo, type TodoPatch } from "./todo.ts";
import type { TodoList } from "./todo-list.ts";
import { TodoRoom } from "./todo-room.ts";

const ALL = plainQuery(TODO_TYPE, { select: fieldsNamed("id", "title", "completed") });

/** Todos in a store whose schema has their type, up to a maximum. The id of a todo is the numeric id of its only version. */
export class StoredTodos implements TodoList {
  readonly #store: Store;
  readonly #type: ContentType;
  readonly #room: TodoRoom;
  #listed: { readonly todos: readonly Todo[]; readonly at: number } | null = null;

  constructor(store: Store, maxTodos: number) {
    this.#store = store;
    this.#type = store.engine.schema.type(TODO_TYPE);
    this.#room = new TodoRoom(
      {
        count: () => store.engine.state.collection(TODO_TYPE).spaces.published.size,
        titles: () => this.list().map(({ title }) => title),
      },
      maxTodos,
    );
  }

  list(): readonly Todo[] {
    const at = this.#store.engine.state.lastChange(TODO_TYPE);
    if (this.#listed?.at !== at) {
      this.#listed = { todos: findMany(serviceReading(this.#store, ALL), OBJECTS, ALL).entries.map(toTodo), at };
    }
    return this.#listed.todos;
  }

  find(id: number): Todo | null {
    const found = this.#lookUp.byId(id);
    return found === null ? null : storedTodo(found);
  }

  create(title: string, asked?: Asked): Promise<Todo> {
    return this.#room.write(title, true, () =>
      writeAsked(
        this.#store,
        asked,
        (tx) => createDocument(tx, this.#payload({ title }), false),
        ({ documentId }) => this.#todo(documentId),
      ),
    );
  }

  update(id: number, patch: TodoPatch, asked?: Asked): Promise<Todo | null> {
    const { title } = patch;
    return title === undefined
      ? this.#update(id, patch, asked)
      : this.#room.write(title, false, () => this.#update(id, patch, asked));
  }

  #update(id: number, patch: TodoPatch, asked?: Asked): Promise<Todo | null> {
    return writeAsked(
      this.#store,
      asked,
      (tx) => {
        const documentId = documentIdOf(tx, id);
        if (documentId !== null) updateDocument(tx, this.#payload(patch), documentId, false);
        return documentId;
      },
      (documentId) => (documentId === null ? null : this.#todo(documentId)),
    );
  }

  remove(id: number, asked?: Asked): Promise<boolean> {
    return writeAsked(
      this.#store,
      asked,
      (tx) => {
        const documentId = documentIdOf(tx, id);
        if (documentId !== null) deleteDocument(tx, this.#type, documentId);
        return documentId !== null;
      },
      (removed) => removed,
    );
  }

  #todo(documentId: string): Todo {
    return storedTodo(this.#lookUp.byDocumentId(documentId) ?? impossible(`todo ${documentId} is stored`));
  }

  get #lookUp(): LookUp {
    return new LookUp(this.#store.engine.state, TODO_TYPE);
  }

  #payload(data: object): Payload {
    return { type: this.#type, data, access: FULL_ACCESS, unknownKeys: "refuse" };
  }
}

function documentIdOf(tx: Transaction, id: number): string | null {
  return tx.byId(TODO_TYPE, id)?.documentId ?? null;
}

function storedTodo({ id, values }: VersionRecord): Todo {
  return toTodo({ ...values, id });
}

function toTodo(entry: unknown): Todo {
  // The type's definition guarantees the shape of an entry.
  const { id, title, completed } = entry as Entry & Todo;
  return { id, title, completed };
}
