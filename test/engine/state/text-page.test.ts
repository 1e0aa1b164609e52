import { describe, expect, it } from "vitest";
import type { EntryText } from "../../../engine/index.ts";
import { Owner } from "../../../engine/paged/owner.ts";
import { PagedArray } from "../../../engine/paged/paged-array.ts";
import { TextPage } from "../../../engine/state/text-page.ts";

const made = (text: string) => (): EntryText => ({ text, isAscii: true, digest: null });
const unasked = (): EntryText => expect.unreachable("what is kept is not made again");
const DIGEST = { a: 1, b: -2, c: 3, d: -4 };

describe("the texts of a page", () => {
  it("are made once, and keep their digests", () => {
    const page = new TextPage();
    page.entry(3, made("three")).digest = DIGEST;
    const again = page.entry(3, unasked);
    expect([again.text, again.isAscii, again.digest]).toEqual(["three", true, DIGEST]);
    expect(page.entry(4, made("four")).digest).toBeNull();
  });

  it("are made anew once their row is another one, whose digest is not that of the one before", () => {
    const page = new TextPage();
    const before = page.entry(3, made("three"));
    before.digest = DIGEST;
    page.forget(3);
    const after = page.entry(3, made("drei"));
    before.digest = DIGEST;
    expect([before.text, before.digest, after.text, after.digest]).toEqual(["three", null, "drei", null]);
  });
});

describe("what stands beside the items of a page", () => {
  it("hears which one has become another, and is not shared with a fork that writes", () => {
    const [one, other] = [new Owner(), new Owner()];
    const items = new PagedArray<string>(one);
    items.set(0, "a");
    items.set(1, "b");
    const textAt = (list: PagedArray<string>, at: number) =>
      list.beside(at, () => new TextPage())?.entry(at, made(list.get(at) ?? "")).text;
    expect([textAt(items, 0), textAt(items, 1), textAt(items, 300)]).toEqual(["a", "b", undefined]);
    items.set(1, "c");
    const fork = items.fork(other);
    fork.set(0, "d");
    expect([textAt(fork, 0), textAt(fork, 1), textAt(items, 0), textAt(items, 1)]).toEqual(["d", "c", "a", "c"]);
  });
});
