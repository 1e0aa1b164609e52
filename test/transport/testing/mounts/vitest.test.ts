import { describe, expect } from "vitest";
import { galleyTest } from "../../../../transport/testing/mounts/vitest.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { faultPaths } from "../../../support/fault-paths.ts";

let opened = 0;

const it = galleyTest({
  schema: BLOG,
  roles: { public: { tag: ["find"] } },
  seed: async (galley) => {
    opened += 1;
    await galley.documents("api::tag.tag").create({ data: { name: "seeded" } });
  },
});

describe.concurrent("tests that run at once", () => {
  for (const name of ["one", "two", "three"]) {
    it(`see the seed and their own writes: ${name}`, async ({ galley }) => {
      const tags = galley.documents("api::tag.tag");
      await tags.create({ data: { name } });
      await new Promise((resolve) => setTimeout(resolve, 10));
      const found = await tags.findMany({ sort: "id" });
      expect(found.map((tag) => tag.name)).toEqual(["seeded", name]);
      expect(opened).toBe(1);
    });
  }
});

describe("galleyTest", () => {
  it.each([
    [undefined, [""]],
    [null, [""]],
    [{}, ["schema"]],
    [{ schema: BLOG, cloc: 0, ids: "counting" }, ["ids", "cloc"]],
  ])("refuses %j", (options, paths) => {
    expect(faultPaths(() => galleyTest(options as never))).toEqual(paths);
  });
});

describe("a test that asks for it", () => {
  it("has its own URL", async ({ galley, galleyUrl }) => {
    const response = await fetch(`${galleyUrl}/api/tags`);
    expect(await response.json()).toMatchObject({ data: [{ name: "seeded" }] });
    galley.requests.expect({ path: "/api/tags" }, { times: 1 });
  });

  it("sees its base", async ({ galleyBase }) => {
    expect(await galleyBase.documents("api::tag.tag").count()).toBe(1);
  });
});
