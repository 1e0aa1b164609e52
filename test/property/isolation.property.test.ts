import { describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { BLOG } from "../support/content/blog.ts";
import { fc } from "../support/fast-check.ts";
import { withJson } from "../support/requests/json.ts";

/** A write to one of the galleys that there are; the third kind goes back to how that galley began. */
type Step = { readonly which: number } & (
  | { readonly kind: "add" | "todo"; readonly name: string }
  | { readonly kind: "remove" | "fork" | "restore" }
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("add" as const, "todo" as const),
    which: fc.nat(5),
    name: fc.string({ minLength: 1 }),
  }),
  fc.record({ kind: fc.constantFrom("remove" as const, "fork" as const, "restore" as const), which: fc.nat(5) }),
);

/** A galley and its expected content, as plain lists. */
interface Kept {
  readonly galley: Galley;
  readonly began: Content;
  readonly snapshot: ReturnType<Galley["snapshot"]>;
  now: Content;
}

interface Content {
  readonly tags: readonly string[];
  readonly todos: readonly string[];
}

const EMPTY: Content = { tags: [], todos: [] };

function keep(galley: Galley, content: Content): Kept {
  return { galley, began: content, snapshot: galley.snapshot(), now: content };
}

async function perform(step: Step, all: Kept[]): Promise<void> {
  const kept = all[step.which % all.length];
  if (kept === undefined) return;
  const { galley, now } = kept;
  if (step.kind === "fork") all.push(keep(galley.fork(), now));
  else if (step.kind === "restore") {
    await galley.restore(kept.snapshot);
    kept.now = kept.began;
  } else if (step.kind === "add") {
    await galley.documents("api::tag.tag").create({ data: { name: step.name } });
    kept.now = { ...now, tags: [...now.tags, step.name] };
  } else if (step.kind === "todo") {
    await galley.fetch("/todos", withJson("POST", { title: step.name }));
    kept.now = { ...now, todos: [...now.todos, step.name] };
  } else {
    const tags = galley.documents("api::tag.tag");
    const [first] = await tags.findMany({ sort: "id" });
    if (first !== undefined) await tags.delete({ documentId: String(first.documentId) });
    kept.now = { ...now, tags: now.tags.slice(1) };
  }
}

async function contentOf(galley: Galley): Promise<Content> {
  const tags = await galley.documents("api::tag.tag").findMany({ sort: "id" });
  const todos: unknown = await (await galley.fetch("/todos")).json();
  return {
    tags: tags.map(({ name }) => String(name)),
    todos: (todos as { title: string }[]).map(({ title }) => title),
  };
}

describe("writes to a galley, its forks and theirs", () => {
  it("never meet, whatever is written, forked and restored", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) => {
        const all = [keep(await createGalley({ schema: BLOG, todo: true }), EMPTY)];
        for (const each of steps) await perform(each, all);
        for (const { galley, now } of all) expect(await contentOf(galley)).toEqual(now);
        await Promise.all(all.map(({ galley }) => galley.close()));
      }),
      { numRuns: 15 },
    );
  });
});

const request = fc.oneof(
  fc.record({
    method: fc.constant("GET"),
    path: fc.constantFrom("/api/tags?sort=name:desc", "/todos", "/api/none", "/todos/1"),
  }),
  fc.record({
    method: fc.constant("POST"),
    path: fc.constantFrom("/api/tags", "/api/posts?status=draft", "/api/posts"),
    data: fc.record({ name: fc.string(), title: fc.string() }, { requiredKeys: [] }),
  }),
  fc.record({ method: fc.constantFrom("PUT", "DELETE"), path: fc.constantFrom("/todos/1", "/api/tags/none") }),
);

describe("the same options and requests", () => {
  it.each(["sequential", 7] as const)("are answered by the same bytes, headers included (ids: %j)", async (ids) => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 5, maxLength: 30, size: "max" }), async (requests) => {
        const play = async (): Promise<unknown> => {
          await using galley = await createGalley({
            schema: BLOG,
            todo: true,
            tokens: [{ name: "ci", token: "ci", access: "full-access" }],
            clock: { start: "2026-01-01", step: 10 },
            ids,
          });
          galley.faults.add({ match: { method: "GET" }, status: 503, probability: 0.2 });
          const headers = { authorization: "Bearer ci", "content-type": "application/json" };
          const answers: unknown[] = [];
          for (const { method, path, ...sent } of requests) {
            const body = "data" in sent ? { body: JSON.stringify({ data: sent.data }) } : {};
            const response = await galley.fetch(path, { method, headers, ...body });
            answers.push([response.status, [...response.headers], await response.text()]);
          }
          return answers;
        };
        expect(await play()).toEqual(await play());
      }),
      { numRuns: 10 },
    );
  });
});
