import { beforeEach, describe, expect, it } from "vitest";
import { defineSchema, Engine } from "../../../../engine/internal.ts";
import { CONTRACT_RULES } from "../../../../engine/rules.ts";
import { MemoryStorage, Store } from "../../../../storage/internal.ts";
import { StoredTodos } from "../../../../transport/parts/todo/stored-todos.ts";
import { TODO_TYPES } from "../../../../transport/parts/todo/todo.ts";
import { MAX_TODOS } from "../../../../transport/parts/todo/todo-room.ts";

describe("StoredTodos", () => {
  let todos: StoredTodos;
  beforeEach(async () => {
    let count = 0;
    const env = { now: () => 0, newDocumentId: () => `a${String(++count).padStart(23, "0")}` };
    const engine = new Engine(defineSchema({ contentTypes: TODO_TYPES }), CONTRACT_RULES);
    todos = new StoredTodos(await Store.open({ engine, storage: new MemoryStorage(), env }), MAX_TODOS);
  });

  it("keeps all entries, in order of ids", async () => {
    await Promise.all(["One", "Two", "Three"].map((title) => todos.create(title)));
    expect(todos.list()).toEqual([
      { id: 1, title: "One", completed: false },
      { id: 2, title: "Two", completed: false },
      { id: 3, title: "Three", completed: false },
    ]);
  });

  it("finds one by its id, or none", async () => {
    const { id } = await todos.create("One");
    expect(todos.find(id)).toEqual({ id, title: "One", completed: false });
    expect([todos.find(id + 1), todos.find(0)]).toEqual([null, null]);
  });

  it("changes only the given fields", async () => {
    const { id } = await todos.create("One");
    expect(await todos.update(id, { completed: true })).toEqual({ id, title: "One", completed: true });
    expect(await todos.update(id, { title: "Two" })).toEqual({ id, title: "Two", completed: true });
    expect(await todos.update(id, {})).toEqual({ id, title: "Two", completed: true });
    expect(todos.find(id)).toEqual({ id, title: "Two", completed: true });
  });

  it("removes one, and never gives its id again", async () => {
    const { id } = await todos.create("One");
    expect(await todos.remove(id)).toBe(true);
    expect([todos.find(id), todos.list()]).toEqual([null, []]);
    expect((await todos.create("Two")).id).toBeGreaterThan(id);
  });

  it("says when there is nothing to change or remove", async () => {
    expect([await todos.update(7, { title: "One" }), await todos.remove(7)]).toEqual([null, false]);
  });

  it("removes one only once, even for several requests at the same time", async () => {
    const { id } = await todos.create("One");
    expect(await Promise.all([todos.remove(id), todos.remove(id)])).toEqual([true, false]);
  });
});
