import { describe, expect, it } from "vitest";
import { blogWith, issuesOf } from "../issues-of.ts";

const POST = "api::post.post";
const TAG = "api::tag.tag";

/** One end of a relation: kind, then `inversedBy` or `mappedBy`, then the name there. */
function end(target: string, relation: string, key?: "inversedBy" | "mappedBy", name?: string) {
  return { type: "relation", relation, target, ...(key && { [key]: name }) };
}

/** The faults of two ends, `tags` of posts and `posts` of tags. */
function faultsOf(tags: unknown, posts: unknown): string[] {
  return issuesOf(blogWith({ tags }, { posts })).map(({ model, path, message }) => {
    return `${model} ${path.slice(1).join(".")}: ${message}`;
  });
}

describe("a two-way relation", () => {
  it.each([
    ["oneToOne", "oneToOne"],
    ["manyToOne", "oneToMany"],
    ["manyToMany", "manyToMany"],
  ])("may be %s on the owning end and %s on the other", (owning, other) => {
    expect(faultsOf(end(TAG, owning, "inversedBy", "posts"), end(POST, other, "mappedBy", "tags"))).toEqual([]);
  });

  it("needs kinds that fit together", () => {
    expect(faultsOf(end(TAG, "manyToOne", "inversedBy", "posts"), end(POST, "manyToMany", "mappedBy", "tags"))).toEqual(
      [`${POST} tags.relation: does not fit: manyToOne needs posts of ${TAG} to be oneToMany`],
    );
  });

  it("is owned by the end with many where only one has many", () => {
    expect(faultsOf(end(TAG, "oneToMany", "inversedBy", "posts"), end(POST, "manyToOne", "mappedBy", "tags"))).toEqual([
      `${POST} tags.inversedBy: must be mappedBy, and the other end inversedBy`,
    ]);
  });

  it("needs an attribute at the other end", () => {
    expect(faultsOf(end(TAG, "manyToMany", "inversedBy", "none"), { type: "string" })).toEqual([
      `${POST} tags.inversedBy: names none of ${TAG}, which does not exist`,
    ]);
    expect(faultsOf(end(TAG, "manyToMany", "inversedBy", "posts"), { type: "string" })).toEqual([
      `${POST} tags.inversedBy: names posts of ${TAG}, which is not a relation to a type`,
    ]);
  });

  it("needs both ends to name each other", () => {
    expect(faultsOf(end(TAG, "manyToMany", "inversedBy", "posts"), end(POST, "manyToMany"))).toEqual([
      `${POST} tags.inversedBy: names posts of ${TAG}, which must have target ${POST} and mappedBy tags`,
    ]);
    expect(faultsOf(end(TAG, "manyToMany"), end(POST, "manyToMany", "mappedBy", "tags"))).toEqual([
      `${TAG} posts.mappedBy: names tags of ${POST}, which must have target ${TAG} and inversedBy posts`,
    ]);
    expect(
      faultsOf(end(TAG, "oneToOne", "inversedBy", "posts"), end(POST, "oneToOne", "inversedBy", "tags")),
    ).toHaveLength(2);
  });

  it("needs the other end to lead back to its own type", () => {
    expect(faultsOf(end(TAG, "oneToOne", "inversedBy", "posts"), end(TAG, "oneToOne", "mappedBy", "tags"))).toEqual([
      `${POST} tags.inversedBy: names posts of ${TAG}, which must have target ${POST} and mappedBy tags`,
      `${TAG} posts.mappedBy: names tags of ${TAG}, which does not exist`,
    ]);
  });

  it("does not own and show at the same end", () => {
    const both = { ...end(TAG, "manyToMany", "inversedBy", "posts"), mappedBy: "posts" };
    expect(faultsOf(both, end(POST, "manyToMany", "mappedBy", "tags"))).toEqual([
      `${POST} tags.mappedBy: cannot be combined with inversedBy`,
    ]);
  });

  it("may lead from a type to itself, but not from an attribute to itself", () => {
    const parent = end(POST, "manyToOne", "inversedBy", "children");
    const children = end(POST, "oneToMany", "mappedBy", "parent");
    expect(issuesOf(blogWith({ parent, children }))).toEqual([]);
    expect(issuesOf(blogWith({ friends: end(POST, "manyToMany", "inversedBy", "friends") }))).toHaveLength(1);
  });

  it("is not blamed for another fault at its other end", () => {
    expect(faultsOf(end(TAG, "oneToOne", "inversedBy", "posts"), { type: "nonsense" })).toEqual([
      expect.stringContaining(`${TAG} posts.type: must be one of`),
    ]);
  });
});
