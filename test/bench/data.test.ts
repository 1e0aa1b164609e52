import { describe, expect, it } from "vitest";
import { blogContent, sizeOf } from "../../bench/content/data.ts";
import { blogRows } from "../../bench/content/rows.ts";
import { BLOG } from "../../bench/content/schema.ts";
import { POSTS, postsSubject } from "../../bench/content/subject.ts";
import { jsonServerRequest } from "../../bench/http/dialects/json-server.ts";
import { restRequest } from "../../transport/cli/bench/rest.ts";
import { WORKLOADS } from "../../transport/cli/bench/workloads.ts";
import { createGalley } from "../../transport/galley.ts";

const SIZE = sizeOf(200);

describe("the content of the benchmarks", () => {
  it("is the same every time", () => {
    expect(blogContent(SIZE)).toEqual(blogContent(SIZE));
    expect(blogContent(SIZE)).not.toEqual(blogContent(sizeOf(201)));
  });

  it("is the same in plain tables, with its links by number", () => {
    const { posts, authors, categories, tags } = blogRows(SIZE);
    expect([posts.length, authors.length, categories.length, tags.length]).toEqual([200, 10, 20, 200]);
    for (const { authorId, categoryId } of posts) {
      expect([authors[Number(authorId) - 1]?.id, categories[Number(categoryId) - 1]?.id]).toEqual([
        authorId,
        categoryId,
      ]);
    }
  });

  it.each(WORKLOADS.map((workload) => [workload.name, workload] as const))(
    "answers what %s asks",
    async (_, workload) => {
      await using galley = await createGalley({
        schema: BLOG,
        roles: { public: { "*": ["find", "findOne", "create"] } },
      });
      galley.engine.restore({ ...blogContent(SIZE), number: 0 });
      for (let at = 0; at < 20; at++) {
        const wish = workload.wish(at, postsSubject(SIZE));
        if (wish === null) throw new Error(`${workload.name} asks nothing`);
        const { method, path, body } = restRequest(wish, POSTS);
        const init = body === "" ? { method } : { method, body, headers: { "content-type": "application/json" } };
        const response = await galley.fetch(new Request(`http://galley.test${path}`, init));
        expect(response.ok, `${path}: ${response.status}`).toBe(true);
      }
    },
  );
});

describe("a wish in the words of json-server", () => {
  it("says filters, sorting and pages", () => {
    const subject = postsSubject(SIZE);
    const filtered = WORKLOADS.find(({ name }) => name === "filtered");
    const paths = [0, 1, 2, 3].map((at) => {
      const wish = filtered?.wish(at, subject) ?? null;
      return wish === null ? null : jsonServerRequest(wish)?.path;
    });
    expect(paths).toEqual([
      "/posts?views_gte=50000&_sort=publishedDate&_order=desc&_page=1&_limit=25",
      "/posts?views_lte=57918&_sort=views&_order=desc&_page=1&_limit=25",
      "/posts?featured=true&views_gte=65838&_sort=title&_order=asc&_page=1&_limit=25",
      "/posts?title_like=%5Ewinter&views_lte=73756&_sort=rating&_order=desc&_page=1&_limit=25",
    ]);
  });

  it("is missing for conditions behind a relation", () => {
    const wish = WORKLOADS.find(({ name }) => name === "relation")?.wish(0, postsSubject(SIZE)) ?? null;
    expect(wish === null ? wish : jsonServerRequest(wish)).toBeNull();
  });
});
