import { expect, it } from "vitest";
import { openedForAll } from "../../support/run/opened.ts";
import { openTodos, type Todo } from "../../support/servers/open-todos.ts";

const todos = openedForAll(openTodos);

it("The list endpoint returns all todos in one response", async () => {
  const count = 300;
  const titles = Array.from({ length: count }, (_, index) => `Todo ${index}`);
  await Promise.all(titles.map((title) => todos.request("POST", "/todos", { title })));
  const listed = (await todos.request("GET", "/todos")).body as Todo[];
  expect(listed.map(({ title }) => title).sort()).toEqual([...titles].sort());
});

it("A title may be long", async () => {
  const title = "x".repeat(10_000);
  expect((await todos.request("POST", "/todos", { title })).body).toMatchObject({ title });
});

it("There are no rate limits: a few hundred requests in a row are all answered", async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, () => todos.request("GET", "/todos")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
