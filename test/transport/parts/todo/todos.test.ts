import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineSchema, Engine } from "../../../../engine/internal.ts";
import { CONTRACT_RULES } from "../../../../engine/rules.ts";
import { JournalStorage, MemoryStorage, Store } from "../../../../storage/internal.ts";
import type { GalleyOptions } from "../../../../transport/galley.ts";
import { StoredTodos } from "../../../../transport/parts/todo/stored-todos.ts";
import { TODO_TYPES } from "../../../../transport/parts/todo/todo.ts";
import { parseTodoId } from "../../../../transport/parts/todo/todo-id.ts";
import { MAX_TODOS } from "../../../../transport/parts/todo/todo-room.ts";
import { newFolder } from "../../../support/folder.ts";
import { type OpenTodos, openTodos } from "../../../support/servers/open-todos.ts";

let todos: OpenTodos | null = null;

afterEach(() => todos?.close());

async function open(options: Partial<GalleyOptions> = {}) {
  todos = await openTodos(options);
  const { request } = todos;
  const add = async (title: string) => (await request("POST", "/todos", { title })).status;
  const list = async () => {
    const { status, body } = await request("GET", "/todos");
    return [status, (body as unknown[]).length] as const;
  };
  return { ...todos, add, list };
}

describe("todos (SECURITY.md, Nothing is public; Limits)", () => {
  it("are not there unless they are wanted", async () => {
    const { request } = await open({ todo: false });
    for (const [method, path] of [
      ["GET", "/todos"],
      ["POST", "/todos"],
      ["DELETE", "/todos/1"],
    ] as const) {
      expect((await request(method, path)).status).toBe(404);
    }
  });

  it("stay where they are stored while they are not served", async () => {
    const folder = await newFolder();
    const withTodos = await open({ storage: new JournalStorage(folder) });
    await withTodos.add("one");
    await withTodos.close();
    const without = await open({ todo: false, storage: new JournalStorage(folder) });
    await without.galley.store.snapshot();
    await without.close();
    expect(await (await open({ storage: new JournalStorage(folder) })).list()).toEqual([200, 1]);
  });

  it("have titles of 10 kB at most, as bytes", async () => {
    const { add, request } = await open();
    expect([await add("a".repeat(10_240)), await add("ä".repeat(5_120))]).toEqual([201, 201]);
    for (const title of ["a".repeat(10_241), "ä".repeat(5_121)]) {
      const message = { error: "title must have at most 10240 bytes" };
      for (const [method, path] of [
        ["POST", "/todos"],
        ["PUT", "/todos/1"],
      ] as const) {
        expect(await request(method, path, { title })).toMatchObject({ status: 400, body: message });
      }
    }
  });

  it("are as many as the configuration says, those that come at once included", async () => {
    const { add, request, list } = await open({ todo: { maxTodos: 5 } });
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, at) => add(`todo ${at}`)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 400)).toHaveLength(15);
    expect((await request("PUT", "/todos/1", { title: "another" })).status).toBe(200);
    expect(await list()).toEqual([200, 5]);
    await request("DELETE", "/todos/1");
    expect([await add("one more"), await add("too many")]).toEqual([201, 400]);
  });

  it("together have no more text than one list can hold, whatever is in it", async () => {
    const { add, list, request } = await open();
    // JSON writes each of these with six characters.
    const title = "\u0001".repeat(10_240);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 400) {
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => add(title)))));
    }
    const count = statuses.filter((status) => status === 201).length;
    expect(count).toBe(Math.floor((8 * 1_048_576) / JSON.stringify(title).length));
    expect(await list()).toEqual([200, count]);
    const { body } = await request("PUT", "/todos/1", { title });
    expect(body).toEqual({ error: "The titles of the todos have 8388608 bytes, as many as there may be: delete some" });
    expect((await request("PUT", "/todos/1", { completed: true })).status).toBe(200);
    await request("DELETE", "/todos/1");
    expect([await add(title), await add(title)]).toEqual([201, 400]);
  });

  it("are written as JSON only: a page of another origin has to ask before it may", async () => {
    const { request, list } = await open();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
      const { status, body } = await request("POST", "/todos", '{"title":"a"}', { "content-type": type });
      expect([status, body]).toEqual([415, { error: "the body must be sent as application/json" }]);
    }
    for (const type of ["application/json", "Application/JSON; charset=utf-8"]) {
      expect((await request("POST", "/todos", '{"title":"a"}', { "content-type": type })).status).toBe(201);
    }
    expect(await list()).toEqual([200, 2]);
  });

  it("are listed again after every change", async () => {
    const { add, list, request, galley } = await open();
    expect(await list()).toEqual([200, 0]);
    await add("one");
    expect(await list()).toEqual([200, 1]);
    const snapshot = galley.snapshot();
    await request("DELETE", "/todos/1");
    expect(await list()).toEqual([200, 0]);
    await galley.restore(snapshot);
    expect(await list()).toEqual([200, 1]);
    await galley.reset();
    expect(await list()).toEqual([200, 0]);
  });
});

describe("parseTodoId", () => {
  it.each([
    ["1", 1],
    ["007", 7],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["9007199254740993", null],
    ["9223372036854775807", null],
    ["-9223372036854775808", null],
    ["0", null],
    ["-1", null],
  ])("reads %s", (text, number) => expect(parseTodoId(text)).toEqual({ text, number }));

  it.each([
    "",
    "abc",
    "1.5",
    "1e3",
    "0x10",
    "+1",
    " 1",
    "1 ",
    "--1",
    "١",
    "%zz",
    "9223372036854775808",
    "1".repeat(99),
  ])("refuses %j", (text) => expect(() => parseTodoId(text)).toThrow("64-bit integer"));

  it("quotes only a short part of refused input", () => {
    expect(() => parseTodoId("x".repeat(10_000))).toThrow(/^.{1,120}$/u);
  });
});

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
