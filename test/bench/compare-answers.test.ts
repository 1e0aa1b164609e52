import { describe, expect, it } from "vitest";
import { samePosts } from "../../bench/http/compare-answers.ts";
import { ask } from "../../transport/cli/bench/question.ts";
import type { Wish } from "../../transport/cli/bench/workloads.ts";

const BY_DATE: Wish = { kind: "list", question: ask({ sort: { field: "date", direction: "desc" } }) };
const PLAIN: Wish = { kind: "list", question: ask({}) };

const a = { id: 1, slug: "a", date: "2026-01-02", views: 1 };
const b = { id: 2, slug: "b", date: "2026-01-02", views: 2 };
const c = { id: 3, slug: "c", date: "2026-01-01", views: 3 };

describe("two answers", () => {
  it("are the same whatever ids and dates each server gives", () => {
    expect(
      samePosts(
        PLAIN,
        [a, b],
        [
          { ...a, id: 7, updatedAt: "now" },
          { ...b, documentId: "x" },
        ],
      ),
    ).toBe(true);
  });

  it("may order and cut posts with equal sort keys", () => {
    expect(samePosts(BY_DATE, [a, b, c], [b, a, c])).toBe(true);
    expect(samePosts(BY_DATE, [a], [b])).toBe(true);
    expect(samePosts(PLAIN, [a, b], [b, a])).toBe(false);
  });

  it("differ when a post is missing, out of order or different", () => {
    expect(samePosts(BY_DATE, [a, b], [a])).toBe(false);
    expect(samePosts(BY_DATE, [a, c], [c, a])).toBe(false);
    expect(samePosts(PLAIN, [a], [{ ...a, views: 9 }])).toBe(false);
  });

  it("are equal if they differ only in omitted values", () => {
    expect(samePosts(PLAIN, [{ ...a, author: { documentId: "x", name: "Ann" } }], [a])).toBe(true);
  });

  it("differ in links, but not in the order of linked lists", () => {
    const linked = (name: string, slugs: readonly string[]) => ({
      ...a,
      author: { documentId: "x", name },
      tags: slugs.map((slug) => ({ documentId: slug, slug })),
    });
    expect(samePosts(PLAIN, [linked("Ann", ["r", "g"])], [linked("Ann", ["g", "r"])])).toBe(true);
    expect(samePosts(PLAIN, [linked("Ann", ["r"])], [linked("Ann", ["g"])])).toBe(false);
    expect(samePosts(PLAIN, [linked("Ann", [])], [linked("Bob", [])])).toBe(false);
  });
});
