import { describe, expect, it } from "vitest";
import { Owner } from "../../../../engine/structures/paged/owner.ts";
import { derived, PagedArray } from "../../../../engine/structures/paged/paged-array.ts";

describe("values stored beside the items of a paged array", () => {
  const listOf = (...items: readonly string[]): PagedArray<string, string> => {
    const list = new PagedArray<string, string>(new Owner());
    for (const [at, item] of items.entries()) list.set(at, item);
    return list;
  };

  it("stays until its item is another one", () => {
    const list = listOf("a", "b");
    for (const at of [0, 1, 2, 300]) list.keepBeside(at, `beside ${at}`);
    list.set(1, "c");
    expect([0, 1, 300].map((at) => list.beside(at))).toEqual(["beside 0", undefined, undefined]);
  });

  it("is available to a fork, except for changed rows", () => {
    const list = listOf("a", "b");
    for (const at of [0, 1]) list.keepBeside(at, `beside ${at}`);
    const fork = list.fork(new Owner());
    fork.set(0, "d");
    fork.keepBeside(0, "beside d");
    expect([fork.beside(0), fork.beside(1)]).toEqual(["beside d", "beside 1"]);
    expect([list.beside(0), list.beside(1)]).toEqual(["beside 0", "beside 1"]);
  });
});

describe("values derived from the pages of a paged array", () => {
  it("is known without creating items that nobody has requested", () => {
    const list = new PagedArray<string>(new Owner());
    const made: number[] = [];
    list.defer(600, {
      make: (index) => {
        made.push(index);
        return `item ${index}`;
      },
      sketch: () => false,
      columns: () => false,
    });
    expect([...list.known("first")]).toEqual([]);
    expect(made).toEqual([]);
    list.eachPage((page) => derived(page, "first", ([first]) => first));
    expect([...list.known("first")]).toEqual(["item 0", "item 256", "item 512"]);
  });
});

describe("deferred items of a paged array", () => {
  it("are created alone when one of their page is read, and all with the second, each once", () => {
    const made: number[] = [];
    const make = (index: number) => {
      made.push(index);
      return `item ${index}`;
    };
    const list = new PagedArray<string>(new Owner());
    list.append(["a", "b"]);
    list.defer(600, { make, sketch: () => false, columns: () => false });
    for (let reads = 0; reads < 2; reads++)
      expect([1, 100, 300].map((at) => list.get(at))).toEqual(["b", "item 98", "item 298"]);
    expect(made).toEqual([98, 298]);
    expect(list.get(101)).toBe("item 99");
    expect(made).toHaveLength(255);
    expect(new Set(made).size).toBe(255);
  });
});
