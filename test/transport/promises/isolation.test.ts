import { describe, expect, it } from "vitest";
import { JournalStorage } from "../../../storage/internal.ts";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { BLOG } from "../../support/content/blog.ts";
import { newFolder } from "../../support/folder.ts";
import { withJson } from "../../support/requests/json.ts";

const open = (options = {}) =>
  createGalley({ schema: BLOG, todo: true, roles: { public: { "*": ["find", "findOne"] } }, ...options });

const add = (galley: Galley, name: string) => galley.documents("api::tag.tag").create({ data: { name } });

async function answer<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

async function names(galley: Galley): Promise<string[]> {
  const { data } = await answer<{ data: { name: string }[] }>(galley.fetch("/api/tags?sort=id"));
  return data.map(({ name }) => name);
}

async function addTodo(galley: Galley, title: string): Promise<void> {
  const response = await galley.fetch("/todos", withJson("POST", { title }));
  expect(response.status).toBe(201);
}

const todos = (galley: Galley) => answer<unknown[]>(galley.fetch("/todos"));

it("fork and reset refuse arguments, such as a snapshot that is meant for restore", async () => {
  await using galley = await open();
  const given: readonly unknown[] = [galley.snapshot()];
  // A caller without a compiler.
  const { fork, reset } = galley as { fork(...all: unknown[]): unknown; reset(...all: unknown[]): unknown };
  const message = (name: string) => new TypeError(`${name}[0]: not allowed: ${name}() takes no arguments`);
  expect(() => fork.apply(galley, [...given])).toThrow(message("fork"));
  await expect(reset.apply(galley, [...given])).rejects.toThrow(message("reset"));
});

describe("a fork", () => {
  it("begins with the same content and todos, and goes its own way, as its own forks do", async () => {
    await using galley = await open();
    await add(galley, "shared");
    await addTodo(galley, "shared");
    await using fork = galley.fork();
    expect(await names(fork)).toEqual(["shared"]);
    await Promise.all([add(fork, "of the fork"), add(galley, "of the base"), addTodo(fork, "of the fork")]);
    await using second = fork.fork();
    await add(second, "of the second");
    expect(await names(galley)).toEqual(["shared", "of the base"]);
    expect(await names(fork)).toEqual(["shared", "of the fork"]);
    expect(await names(second)).toEqual(["shared", "of the fork", "of the second"]);
    expect([(await todos(galley)).length, (await todos(fork)).length]).toEqual([1, 2]);
  });

  it("listens by itself and outlives its base", async () => {
    const galley = await open();
    await add(galley, "shared");
    await using fork = galley.fork();
    const { url } = await fork.listen({ port: 0 });
    await galley.close();
    await add(fork, "of the fork");
    expect((await answer<{ data: unknown[] }>(fetch(`${url}/api/tags`))).data).toHaveLength(2);
  });

  it("of a durable store is in memory only", async () => {
    const folder = await newFolder();
    const galley = await open({ storage: new JournalStorage(folder) });
    await add(galley, "kept");
    await using fork = galley.fork();
    await add(fork, "passing");
    expect(fork.store.opened.survives).toBe("nothing");
    await galley.close();
    await using again = await open({ storage: new JournalStorage(folder) });
    expect(await names(again)).toEqual(["kept"]);
  });
});

describe("a snapshot", () => {
  it("is gone back to any number of times, by a galley and by its forks", async () => {
    await using galley = await open();
    await add(galley, "before");
    const snapshot = galley.snapshot();
    await using fork = galley.fork();
    for (const each of [galley, fork, galley]) {
      await add(each, "after");
      await addTodo(each, "after");
      await each.restore(snapshot);
      expect(await names(each)).toEqual(["before"]);
      expect(await todos(each)).toEqual([]);
    }
  });

  it("brings an answer back that was remembered from before it", async () => {
    await using galley = await open();
    const snapshot = galley.snapshot();
    await add(galley, "after");
    expect(await names(galley)).toEqual(["after"]);
    await galley.restore(snapshot);
    expect(await names(galley)).toEqual([]);
  });

  it("of another galley is refused", async () => {
    await using galley = await open();
    await using other = await open();
    await expect(galley.restore(other.snapshot())).rejects.toMatchObject({ code: "application" });
  });

  it("lasts in a durable store, like any write", async () => {
    const folder = await newFolder();
    const galley = await open({ storage: new JournalStorage(folder) });
    await add(galley, "before");
    const snapshot = galley.snapshot();
    await add(galley, "after");
    await galley.restore(snapshot);
    await galley.close();
    await using again = await open({ storage: new JournalStorage(folder) });
    expect(await names(again)).toEqual(["before"]);
  });
});

describe("reset", () => {
  it("comes before a write that is called after it, awaited or not", async () => {
    await using galley = await open();
    await add(galley, "before");
    const reset = galley.reset();
    await add(galley, "after");
    await reset;
    expect(await names(galley)).toEqual(["after"]);
  });

  it("goes back to the content that the galley was opened with, from a fork too", async () => {
    const folder = await newFolder();
    const first = await open({ storage: new JournalStorage(folder) });
    await add(first, "found");
    await first.close();
    await using galley = await open({ storage: new JournalStorage(folder) });
    await add(galley, "after");
    await using fork = galley.fork();
    await fork.reset();
    expect(await names(fork)).toEqual(["found"]);
    expect(await names(galley)).toEqual(["found", "after"]);
    await galley.reset();
    expect(await names(galley)).toEqual(["found"]);
  });

  it("goes back to the seeded content", async () => {
    await using galley = await open({ seed: { tag: [{ name: "seeded" }] } });
    await add(galley, "after");
    await galley.reset();
    expect(await names(galley)).toEqual(["seeded"]);
  });

  it("restarts clock and ids, so the same requests are answered by the same bytes", async () => {
    await using galley = await open({ clock: { start: "2026-01-01", step: 1000 }, ids: "sequential" });
    const play = async () => {
      galley.clock.advance(5);
      await add(galley, "one");
      await add(galley, "two");
      const response = await galley.fetch("/api/tags");
      return [[...response.headers], await response.text()];
    };
    const once = await play();
    await galley.reset();
    expect(await play()).toEqual(once);
  });
});

describe("a clock that is set", () => {
  it("is the time of writes, earlier times included", async () => {
    await using galley = await open();
    await add(galley, "now");
    galley.clock.set("2001-02-03T04:05:06.007Z");
    const { createdAt, updatedAt } = await add(galley, "then");
    expect([createdAt, updatedAt]).toEqual(["2001-02-03T04:05:06.007Z", "2001-02-03T04:05:06.007Z"]);
  });

  it("ends tokens", async () => {
    const token = { name: "brief", token: "brief", access: "read-only", expiresAt: "2026-01-02T00:00:00.000Z" };
    await using galley = await open({ clock: "2026-01-01", tokens: [token] });
    const ask = async () => (await galley.fetch("/api/tags", { headers: { authorization: "Bearer brief" } })).status;
    expect(await ask()).toBe(200);
    galley.clock.advance(86_400_000);
    expect(await ask()).toBe(401);
  });
});

describe("ids that count", () => {
  it("pass over those of an earlier process", async () => {
    const folder = await newFolder();
    const first = await open({ storage: new JournalStorage(folder), ids: "sequential" });
    await add(first, "first");
    await first.close();
    await using again = await open({ storage: new JournalStorage(folder), ids: "sequential" });
    expect((await add(again, "second")).documentId).toBe("d00000000000000000000002");
  });
});
