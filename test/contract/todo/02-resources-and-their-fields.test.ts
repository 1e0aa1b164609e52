import { describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openTodos, type Todo } from "../../support/servers/open-todos.ts";

describe("Resources and their fields", () => {
  const todos = openedForEach(openTodos);

  const create = async (title: string) => (await todos.request("POST", "/todos", { title })).body as Todo;

  describe("Todo", () => {
    it("has id, title and completed, and nothing else", async () => {
      expect(Object.keys(await create("Milk"))).toEqual(["id", "title", "completed"]);
    });

    it("id is an integer, assigned by the service and automatically increasing", async () => {
      const ids = [(await create("One")).id, (await create("Two")).id, (await create("Three")).id];
      for (const id of ids) expect(Number.isInteger(id)).toBe(true);
      expect(ids).toEqual([...ids].sort((one, other) => one - other));
    });

    it("id is unique: not the caller's, and not given again after a delete", async () => {
      const first = await create("One");
      const chosen = (await todos.request("POST", "/todos", { id: first.id, title: "Two" })).body as Todo;
      expect(chosen.id).toBeGreaterThan(first.id);
      await todos.request("DELETE", `/todos/${chosen.id}`);
      expect((await create("Three")).id).toBeGreaterThan(chosen.id);
    });

    it("id is 64-bit signed: the largest is looked for as it is, without losing a digit", async () => {
      const { status, body } = await todos.request("GET", "/todos/9223372036854775807");
      expect(status).toBe(404);
      expect((body as { error: string }).error).toContain("9223372036854775807");
    });

    it("title is a string, required", async () => {
      const milk = await create("Milk");
      expect(milk.title).toBe("Milk");
      for (const body of [{}, { title: null }, { title: 5 }, { title: ["Milk"] }]) {
        expect((await todos.request("POST", "/todos", body)).status, JSON.stringify(body)).toBe(400);
      }
      expect((await todos.request("GET", "/todos")).body).toEqual([milk]);
    });

    it("an empty title is neither missing nor null", async () => {
      const { id } = await create("");
      expect((await todos.request("GET", "/todos")).body).toMatchObject([{ title: "" }]);
      await todos.request("PUT", `/todos/${id}`, { title: "Milk" });
      expect((await todos.request("PUT", `/todos/${id}`, { title: "" })).body).toMatchObject({ id, title: "" });
    });

    it("title is never null", async () => {
      const { id } = await create("Milk");
      expect((await todos.request("PUT", `/todos/${id}`, { title: null })).status).toBe(400);
      expect((await todos.request("GET", `/todos/${id}`)).body).toMatchObject({ title: "Milk" });
    });

    it("title is kept to the letter", async () => {
      const title = '  Ünïcödé 茶 "quoted" \n <b>bold</b> ';
      expect((await create(title)).title).toBe(title);
      expect((await todos.request("GET", "/todos")).body).toMatchObject([{ title }]);
    });

    it("completed is a boolean, false on creation", async () => {
      expect((await create("Milk")).completed).toBe(false);
    });
  });

  describe("Request bodies", () => {
    it("Create: title", async () => {
      expect((await todos.request("POST", "/todos", { title: "Milk" })).status).toBe(201);
    });

    it.each([
      [{ title: "Eggs" }, { title: "Eggs", completed: false }],
      [{ completed: true }, { title: "Milk", completed: true }],
      [
        { title: "Eggs", completed: true },
        { title: "Eggs", completed: true },
      ],
    ])("Update: title and completed, both optional; only supplied fields change: %j", async (body, expected) => {
      const { id } = await create("Milk");
      expect((await todos.request("PUT", `/todos/${id}`, body)).body).toEqual({ id, ...expected });
      expect((await todos.request("GET", `/todos/${id}`)).body).toEqual({ id, ...expected });
    });

    it.each([{ completed: "true" }, { completed: 1 }, { completed: null }, { title: 5 }, { title: null }])(
      "Update: a field of another type is refused and changes nothing: %j",
      async (body) => {
        const { id } = await create("Milk");
        expect((await todos.request("PUT", `/todos/${id}`, body)).status).toBe(400);
        expect((await todos.request("GET", `/todos/${id}`)).body).toEqual({ id, title: "Milk", completed: false });
      },
    );
  });
});
