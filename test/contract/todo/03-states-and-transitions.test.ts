import { describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openTodos, type Todo } from "../../support/servers/open-todos.ts";

describe("States and transitions", () => {
  const todos = openedForEach(openTodos);

  const create = async (body: object) => (await todos.request("POST", "/todos", body)).body as Todo;
  const read = async (id: number) => (await todos.request("GET", `/todos/${id}`)).body;

  it("completed is false at creation, regardless of the body", async () => {
    const { id } = await create({ title: "Milk", completed: true });
    expect(await read(id)).toEqual({ id, title: "Milk", completed: false });
  });

  it("completed is set to true or false only by the update operation", async () => {
    const { id } = await create({ title: "Milk" });
    await todos.request("GET", `/todos/${id}`);
    expect(await read(id)).toMatchObject({ completed: false });
    await todos.request("PUT", `/todos/${id}`, { completed: true });
    expect(await read(id)).toMatchObject({ completed: true });
    await todos.request("PUT", `/todos/${id}`, { completed: false });
    expect(await read(id)).toMatchObject({ completed: false });
  });

  it("POST create with a valid body: the todo exists with completed = false", async () => {
    const { id } = await create({ title: "Milk" });
    expect(await read(id)).toEqual({ id, title: "Milk", completed: false });
  });

  it("PUT update with completed: completed gets the given value", async () => {
    const { id } = await create({ title: "Milk" });
    for (const completed of [true, true, false]) {
      expect((await todos.request("PUT", `/todos/${id}`, { completed })).body).toMatchObject({ completed });
    }
  });

  it("DELETE: the todo is removed", async () => {
    const { id } = await create({ title: "Milk" });
    await todos.request("DELETE", `/todos/${id}`);
    expect((await todos.request("GET", `/todos/${id}`)).status).toBe(404);
    expect((await todos.request("GET", "/todos")).body).toEqual([]);
  });
});
