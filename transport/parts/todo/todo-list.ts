import type { Asked } from "../../access/note-author.ts";
import type { Todo, TodoPatch } from "./todo.ts";

/**
 * All todos. Writes reject with the storage's error if they could not be made durable, and with EngineError `application`
 * if there is no room for more.
 */
export interface TodoList {
  /** In ascending order of ids; the same list as long as nothing changes. */
  list(): readonly Todo[];
  find(id: number): Todo | null;
  create(title: string, asked?: Asked): Promise<Todo>;
  /** The todo after the change; null if there is none with this id. */
  update(id: number, patch: TodoPatch, asked?: Asked): Promise<Todo | null>;
  /** False: there is none with this id. */
  remove(id: number, asked?: Asked): Promise<boolean>;
}
