import { describe, expect, it } from "vitest";
import {
  ForbiddenError,
  type Galley,
  type GuardedChange,
  type GuardView,
  ValidationError,
} from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { fc } from "../../../support/fast-check.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";
import { SharedLog } from "../../../support/storage/shared-log.ts";

const SCHEMA = schemaOf({
  tag: {
    dp: false,
    attributes: {
      name: { type: "string", required: true },
      posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
    },
  },
  post: {
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      title: { type: "string", required: true, pluginOptions: { i18n: { localized: true } } },
      featured: { type: "boolean" },
      tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
    },
  },
});

const FULL = { authorization: "Bearer full-access-token" };
const start = (options: object = {}): Promise<Galley> =>
  openGalley({
    schema: SCHEMA,
    locales: ["en", "fr"],
    tokens: [{ name: "full", token: "full-access-token", access: "full-access" }],
    ...options,
  });

function atMostThree({ after }: GuardedChange, view: GuardView): void {
  if (after?.featured && view.count("post", { featured: true }) > 3) {
    throw new ValidationError("Three posts are featured already", { path: ["featured"] });
  }
}

const FEATURED = { title: "x", featured: true };

/** Promises of writes: how many of them were refused by the guard. */
async function refused(writes: readonly Promise<unknown>[]): Promise<number> {
  const ended = await Promise.allSettled(writes);
  const reasons = ended.flatMap((each) => (each.status === "rejected" ? [String(each.reason.message)] : []));
  expect(reasons.filter((reason) => !reason.includes("Three posts are featured already"))).toEqual([]);
  return reasons.length;
}

describe("guards", () => {
  it("refuse by the content with the write in it, however it comes in, and take all of it back", async () => {
    const galley = await start({ graphql: true });
    galley.guard({ types: ["post"] }, atMostThree);
    const posts = galley.documents("api::post.post");
    expect(await refused(Array.from({ length: 20 }, () => posts.create({ data: FEATURED })))).toBe(17);
    const plain = await posts.create({ data: { title: "plain" } });
    const before = galley.engine.number;

    const created = await galley.fetch("/api/posts", withJson("POST", { data: FEATURED }, FULL));
    expect(created.status).toBe(400);
    expect(JSON.parse(await created.text()).error).toMatchObject({
      name: "ValidationError",
      message: "Three posts are featured already",
      details: { path: ["featured"] },
    });
    const changed = withJson("PUT", { data: { featured: true } }, FULL);
    expect((await galley.fetch(`/api/posts/${plain.documentId}`, changed)).status).toBe(400);
    const query = 'mutation { createPost(data: { title: "x", featured: true }) { title } }';
    const asked = await galley.fetch("/graphql", withJson("POST", { query }, FULL));
    expect(JSON.parse(await asked.text()).errors[0]).toMatchObject({
      message: "Three posts are featured already",
      path: ["createPost"],
    });
    expect(await refused([posts.clone({ documentId: String(plain.documentId), data: { featured: true } })])).toBe(1);
    expect([galley.engine.number, await posts.count({})]).toEqual([before, 4]);
    // Nothing of the refused writes is left, numeric ids neither.
    expect((await posts.create({ data: { title: "next" } })).id).toBe(Number(plain.id) + 1);
  });

  it("see each version that a write creates, changes and deletes, as it was and as it is", async () => {
    const galley = await start();
    const seen: unknown[] = [];
    galley.guard({ types: ["api::post.post"] }, ({ uid, status, locale, before, after }) => {
      const shown = (entry: typeof before) => entry && [entry.status, entry.title, entry.tags];
      seen.push([uid, status, locale, shown(before), shown(after)]);
    });
    const tag = await galley.documents("api::tag.tag").create({ data: { name: "red" } });
    const tags = [expect.objectContaining({ name: "red" })];
    const posts = galley.documents("api::post.post");
    const { documentId } = await posts.create({ data: { title: "One", tags: [tag.documentId] }, status: "published" });
    const ofDocument = { documentId: String(documentId) };
    expect(seen.splice(0)).toEqual([
      ["api::post.post", "draft", "en", null, ["draft", "One", tags]],
      ["api::post.post", "published", "en", null, ["published", "One", tags]],
    ]);
    await posts.update({ ...ofDocument, locale: "fr", data: { title: "Un" } });
    expect(seen.splice(0)).toContainEqual(["api::post.post", "draft", "fr", null, ["draft", "Un", expect.anything()]]);
    await posts.unpublish({ ...ofDocument, locale: "en" });
    expect(seen.splice(0)).toEqual([["api::post.post", "published", "en", ["published", "One", tags], null]]);
    await galley.documents("api::tag.tag").delete({ documentId: String(tag.documentId) });
    expect(seen.splice(0)).toContainEqual([
      "api::post.post",
      "draft",
      "en",
      ["draft", "One", tags],
      ["draft", "One", []],
    ]);
  });

  it("see a document whose relation is changed from its other end", async () => {
    const galley = await start();
    const tag = await galley.documents("api::tag.tag").create({ data: { name: "red" } });
    galley.guard({ types: ["tag"] }, ({ after }) => {
      if (Array.isArray(after?.posts) && after.posts.length > 2) throw new ValidationError("A tag has two posts");
    });
    const create = () => galley.documents("api::post.post").create({ data: { title: "x", tags: [tag.documentId] } });
    await create();
    await create();
    await expect(create()).rejects.toThrow("A tag has two posts");
    expect(await galley.documents("api::post.post").count({})).toBe(2);
  });

  it("must not return a promise, and refuse by Strapi's errors and by any other", async () => {
    const faults: string[] = [];
    const error = ({ err }: { err?: Error }) => faults.push(...(err === undefined ? [] : [err.message]));
    const galley = await start({ logger: { info: () => {}, warn: () => {}, error } });
    const foreign = Object.assign(new Error("foreign"), { name: "ApplicationError", details: {} });
    const guards: [() => void, number][] = [
      [() => Promise.reject(new Error("nobody waits")), 500],
      [() => Promise.resolve(), 500],
      [() => thrown(foreign), 400],
      [() => thrown(new ForbiddenError("not yours")), 403],
      [() => thrown(new Error("broken")), 500],
    ];
    for (const [guard, status] of guards) {
      const off = galley.guard(guard);
      const request = withJson("POST", { data: { name: "x" } }, FULL);
      expect((await galley.fetch("/api/tags", request)).status).toBe(status);
      off();
      off();
    }
    expect(faults).toEqual(["A guard must not return a promise", "A guard must not return a promise", "broken"]);
    expect(await galley.documents("api::tag.tag").count({})).toBe(0);
    await galley.documents("api::tag.tag").create({ data: { name: "x" } });
  });

  it("are a fork's from before the fork, and do not decide about what is restored", async () => {
    const galley = await start({ seed: { post: Array.from({ length: 5 }, () => FEATURED) } });
    galley.guard({ types: ["post"] }, atMostThree);
    const full = galley.snapshot();
    const fork = galley.fork();
    fork.guard({ types: ["tag"] }, () => thrown(new ValidationError("no tags here")));
    expect(await refused([fork.documents("api::post.post").create({ data: FEATURED })])).toBe(1);
    await expect(fork.documents("api::tag.tag").create({ data: { name: "x" } })).rejects.toThrow("no tags here");
    await galley.documents("api::tag.tag").create({ data: { name: "x" } });
    await galley.restore(full);
    expect(await galley.documents("api::tag.tag").count({})).toBe(0);
    await galley.reset();
    expect(await galley.documents("api::post.post").count({})).toBe(5);
  });

  it("refuse filters of names that do not exist", async () => {
    const galley = await start();
    expect(() => galley.guard({ types: ["pots"] }, () => {})).toThrow(
      /Guard[\s\S]*no content type "pots": did you mean/,
    );
    expect(() => galley.guard({ type: ["post"] } as never, () => {})).toThrow(/type: is not a known key/);
    expect(() => galley.guard({ types: ["post"] }, "no" as never)).toThrow(/guard: must be a function/);
  });

  it("hold for any interleaving of writers on three nodes", async () => {
    const writes = fc.array(
      fc.record({ node: fc.nat({ max: 2 }), kind: fc.constantFrom("create", "update", "delete") }),
      {
        minLength: 5,
        maxLength: 25,
      },
    );
    await fc.assert(
      fc.asyncProperty(writes, async (history) => {
        const log = new SharedLog();
        const nodes: Galley[] = [];
        for (let node = 0; node < 3; node += 1) nodes.push(await start({ storage: log.storage() }));
        for (const node of nodes) node.guard({ types: ["post"] }, atMostThree);
        const [first] = nodes;
        const { documentId } = (await first?.documents("api::post.post").create({ data: { title: "plain" } })) ?? {};
        const made: string[] = [String(documentId)];
        const run = async ({ node, kind }: (typeof history)[number]) => {
          const posts = nodes[node]?.documents("api::post.post");
          const named = made[made.length - 1] ?? "";
          if (kind === "update") return posts?.update({ documentId: named, data: { featured: true } });
          if (kind === "delete") return posts?.delete({ documentId: named });
          const created = await posts?.create({ data: FEATURED });
          made.push(String(created?.documentId));
        };
        await refused(history.map(run));
        const counts = [];
        for (const node of nodes) {
          expect(await node.store.hasApplied("latest", 60_000)).toBe(true);
          counts.push(await node.documents("api::post.post").count({ filters: { featured: true } }));
        }
        expect(new Set(counts).size).toBe(1);
        expect(counts[0]).toBeLessThanOrEqual(3);
        for (const node of nodes) await node.close();
      }),
      { numRuns: 15 },
    );
  });
});

function thrown(error: unknown): never {
  throw error;
}
