import { describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openTodos, type Todo } from "../../support/servers/open-todos.ts";

describe("Endpoints", () => {
  const todos = openedForEach(openTodos);

  const create = async (title: string) => (await todos.request("POST", "/todos", { title })).body as Todo;

  it("GET /todos answers 200 with a JSON array of Todo ordered by id ascending, no pagination", async () => {
    const count = 130;
    for (let number = 1; number <= count; number++) await create(`Todo ${number}`);
    await todos.request("PUT", "/todos/1", { title: "Changed" });
    const listed = await todos.request("GET", "/todos?page=2&pagination[pageSize]=10&limit=5");
    expect(listed.status).toBe(200);
    const ids = (listed.body as Todo[]).map(({ id }) => id);
    expect(ids).toHaveLength(count);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
  });

  it("GET /todos answers an empty array when there is none", async () => {
    const listed = await todos.request("GET", "/todos");
    expect([listed.status, listed.body]).toEqual([200, []]);
  });

  it("GET /todos/{id} answers 200 with the Todo, 404 when missing", async () => {
    const todo = await create("Milk");
    const found = await todos.request("GET", `/todos/${todo.id}`);
    expect([found.status, found.body]).toEqual([200, todo]);
    expect((await todos.request("GET", `/todos/${todo.id + 1}`)).status).toBe(404);
  });

  it("POST /todos answers 201 with the created Todo (completed false)", async () => {
    const created = await todos.request("POST", "/todos", { title: "Milk" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: expect.any(Number), title: "Milk", completed: false });
  });

  it("PUT /todos/{id} answers 200 with the Todo after the update, 404 when missing", async () => {
    const { id } = await create("Milk");
    const updated = await todos.request("PUT", `/todos/${id}`, { title: "Eggs", completed: true });
    expect([updated.status, updated.body]).toEqual([200, { id, title: "Eggs", completed: true }]);
    expect((await todos.request("PUT", `/todos/${id + 1}`, { title: "Eggs" })).status).toBe(404);
  });

  it("DELETE /todos/{id} answers 204 with an empty body, 404 when missing", async () => {
    const { id } = await create("Milk");
    const deleted = await todos.request("DELETE", `/todos/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    expect((await todos.request("DELETE", `/todos/${id}`)).status).toBe(404);
  });

  it("{id} is the integer todo id: anything else is refused", async () => {
    for (const id of ["abc", "1.5", "1e3", "0x1", "%31x"]) {
      for (const method of ["GET", "DELETE"]) {
        expect((await todos.request(method, `/todos/${id}`)).status, `${method} ${id}`).toBe(400);
      }
      expect((await todos.request("PUT", `/todos/${id}`, { completed: true })).status, `PUT ${id}`).toBe(400);
    }
  });

  describe("Rule 1: Request bodies are JSON sent with Content-Type: application/json", () => {
    it.each(['{"title": ', "", "null", '"Milk"', "[]", "5"])("refuses %j", async (body) => {
      expect((await todos.request("POST", "/todos", body)).status).toBe(400);
    });

    it("accepts a charset with it", async () => {
      const headers = { "content-type": "application/json; charset=utf-8" };
      expect((await todos.request("POST", "/todos", { title: "Milk" }, headers)).status).toBe(201);
    });
  });

  describe("Rule 2: PUT and DELETE check existence first", () => {
    it("a missing id gives 404, also where the body's fields are wrong, and changes nothing", async () => {
      const todo = await create("Milk");
      expect((await todos.request("PUT", "/todos/999", { title: 5, completed: "yes" })).status).toBe(404);
      expect((await todos.request("PUT", "/todos/999", { title: "Eggs" })).status).toBe(404);
      expect((await todos.request("DELETE", "/todos/999")).status).toBe(404);
      expect((await todos.request("GET", "/todos")).body).toEqual([todo]);
      expect((await create("Next")).id).toBe(todo.id + 1);
    });
  });

  describe("Rule 3: PUT changes only the fields present in the body", () => {
    it("leaves the others", async () => {
      const { id } = await create("Milk");
      await todos.request("PUT", `/todos/${id}`, { completed: true });
      expect((await todos.request("PUT", `/todos/${id}`, { title: "Eggs" })).body).toEqual({
        id,
        title: "Eggs",
        completed: true,
      });
    });

    it("a body with neither field returns the todo unchanged", async () => {
      const todo = await create("Milk");
      for (const body of [{}, { other: 1 }]) {
        const answered = await todos.request("PUT", `/todos/${todo.id}`, body);
        expect([answered.status, answered.body]).toEqual([200, todo]);
      }
    });
  });
});
