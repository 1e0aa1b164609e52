import type { Todo, TodoPatch } from "../../../transport/parts/todo/todo.ts";
import type { TodoList } from "../../../transport/parts/todo/todo-list.ts";

/** Todos in a map; writes settle later. */
export class TodoMap implements TodoList {
  readonly #todos = new Map<number, Todo>();
  #last = 0;

  list(): readonly Todo[] {
    return [...this.#todos.values()];
  }

  find(id: number): Todo | null {
    return this.#todos.get(id) ?? null;
  }

  async create(title: string): Promise<Todo> {
    this.#last += 1;
    return this.#put({ id: this.#last, title, completed: false });
  }

  async update(id: number, patch: TodoPatch): Promise<Todo | null> {
    const todo = this.find(id);
    return todo === null ? null : this.#put({ ...todo, ...patch });
  }

  async remove(id: number): Promise<boolean> {
    return this.#todos.delete(id);
  }

  #put(todo: Todo): Todo {
    this.#todos.set(todo.id, todo);
    return todo;
  }
}
