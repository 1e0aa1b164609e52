import { describe, expect, it } from "vitest";
import type { Action } from "../../../../engine/internal.ts";
import type { GalleyOptions } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { QUICK_USERS } from "../../../support/content/quick-users.ts";
import { openUsers } from "../../../support/servers/open-users.ts";

const READS: readonly Action[] = ["find", "findOne"];
const DRAFTS: readonly Action[] = [...READS, "readDrafts"];

const TAG = BLOG.contentTypes["api::tag.tag"];

/** Tags have drafts too. */
const SCHEMA = {
  ...BLOG,
  contentTypes: {
    ...BLOG.contentTypes,
    ...QUICK_USERS,
    "api::tag.tag": { ...TAG, options: { draftAndPublish: true } },
  },
};

/** A published post and a draft, each with a tag that is a draft; `ask` as one who has signed in. */
async function open(granted: GalleyOptions["roles"], options: Partial<GalleyOptions> = {}) {
  const opened = await openUsers({ schema: SCHEMA, graphql: true, roles: { public: {}, ...granted }, ...options });
  const { galley, signUp } = opened;
  const tag = await galley.documents("api::tag.tag").create({ data: { name: "secret tag" } });
  const tags = [tag.documentId];
  const author = await galley.documents("api::author.author").create({ data: { name: "Ann" } });
  const post = { tags, author: author.documentId };
  const posts = galley.documents("api::post.post");
  await posts.create({ data: { ...post, title: "public" }, status: "published" });
  const draft = await posts.create({ data: { ...post, title: "secret" } });
  const { jwt } = await signUp("ann");
  const ask = (path: string, method = "GET", body?: object) => opened.ask(method, path, body, jwt);
  const graphql = async (query: string) => JSON.stringify((await ask("/graphql", "POST", { query })).body);
  return { ...opened, ask, graphql, draft: String(draft.documentId), author: String(author.documentId) };
}

const authenticated = (post: readonly Action[], tag: readonly Action[] = []) => ({
  authenticated: { post, tag, author: READS },
});

describe("drafts (SECURITY.md, Drafts), in the default profile", () => {
  it("are refused to signed-in users without permission", async () => {
    const { ask, graphql, draft } = await open(authenticated(READS));
    for (const path of [
      "/api/posts?status=draft",
      `/api/posts/${draft}?status=draft`,
      "/api/posts?status=draft&status=published",
    ]) {
      expect(await ask(path)).toMatchObject({ status: 403, body: { error: { name: "ForbiddenError" } } });
    }
    expect((await ask("/api/posts")).body.data).toMatchObject([{ title: "public" }]);
    for (const query of [
      "{ posts(status: DRAFT) { title } }",
      `{ post(documentId: "${draft}", status: DRAFT) { title } }`,
      "{ posts_connection(status: DRAFT) { nodes { title } pageInfo { total } } }",
    ]) {
      const answer = await graphql(query);
      expect(answer).toContain("Forbidden");
      expect(answer).not.toContain("secret");
    }
  });

  it("are shown to users whose role allows it, and to tokens", async () => {
    const { ask, graphql, draft, ask: asUser, galley } = await open(authenticated(DRAFTS));
    expect((await asUser("/api/posts?status=draft")).body.data).toHaveLength(2);
    expect((await ask(`/api/posts/${draft}?status=draft`)).body.data.title).toBe("secret");
    expect(await graphql("{ posts(status: DRAFT) { title } }")).toContain("secret");
    const byToken = await galley.fetch("/api/posts?status=draft", { headers: { authorization: "Bearer read" } });
    expect(byToken.status).toBe(200);
    expect((await galley.fetch("/api/posts?status=draft")).status).toBe(401);
  });

  it("are shown by `*` too, but for the types that are named", async () => {
    const { ask } = await open({ authenticated: { "*": DRAFTS, tag: READS } });
    expect((await ask("/api/posts?status=draft")).status).toBe(200);
    expect((await ask("/api/tags?status=draft")).status).toBe(403);
  });

  it("are not reached through relations from drafts that may be read", async () => {
    const { ask, graphql } = await open(authenticated(DRAFTS, READS));
    const populated = await ask("/api/posts?status=draft&populate=*");
    expect(populated.body.data).toMatchObject([{ author: { name: "Ann" } }, { author: { name: "Ann" } }]);
    expect(JSON.stringify(populated.body)).not.toContain("secret tag");
    expect((await ask("/api/posts?status=draft&populate=tags")).body.data[0]).not.toHaveProperty("tags");
    for (const query of ["filters[tags][name]=secret tag", "sort=tags.name"]) {
      expect((await ask(`/api/posts?status=draft&${query}`)).status).toBe(400);
      expect((await ask(`/api/posts?${query}`)).status).toBe(200);
    }
    // The same question without drafts was remembered, and must not answer this one.
    expect((await ask("/api/posts?populate=tags")).body.data).toMatchObject([{ tags: [] }]);
    expect((await ask("/api/posts?status=draft&populate=tags")).body.data[0]).not.toHaveProperty("tags");
    const answer = await graphql("{ posts(status: DRAFT) { title tags { name } } }");
    expect(answer).toContain("Forbidden");
    expect(answer).not.toContain("secret tag");
  });

  it("are not reached through relations from types that have none", async () => {
    const { ask, graphql } = await open(authenticated(READS));
    const { status, body } = await ask("/api/authors?status=draft&populate=posts");
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining("secret")]);
    expect((await ask("/api/authors?status=draft&filters[posts][title]=secret")).status).toBe(400);
    expect((await ask("/api/authors?filters[posts][title]=secret")).body.data).toEqual([]);
    expect(await graphql("{ authors(status: DRAFT) { posts { title } } }")).not.toContain("secret");
    expect((await ask("/api/users/me?status=draft&populate=*")).status).toBe(200);
  });

  it("are answered to their writers, without others' drafts", async () => {
    const role = [...READS, "create", "update", "delete"] as const;
    const { ask, draft } = await open(authenticated(role, READS));
    for (const query of ["?populate=*", "?status=draft&populate=tags", "?populate=tags&filters[tags][name]=x"]) {
      const { status, body } = await ask(`/api/posts/${draft}${query}`, "PUT", { data: { excerpt: "mine" } });
      expect([status, body.data.title, body.data.excerpt]).toEqual([200, "secret", "mine"]);
      expect(body.data).not.toHaveProperty("tags");
    }
    expect((await ask("/api/posts?status=draft", "POST", { data: { title: "new" } })).status).toBe(201);
    const gone = await ask(`/api/posts/${draft}?populate=*`, "DELETE");
    expect([gone.status, gone.body.data.title]).toEqual([200, "secret"]);
    expect(gone.body.data).not.toHaveProperty("tags");
  });
});

describe("drafts, in the profile strapi", () => {
  it("are readable by all callers that may find the type", async () => {
    const { ask, galley } = await open({ ...authenticated(READS), public: { post: READS } }, { profile: "strapi" });
    expect((await ask("/api/posts?status=draft")).body.data).toHaveLength(2);
    expect((await galley.fetch("/api/posts?status=draft")).status).toBe(200);
  });
});
