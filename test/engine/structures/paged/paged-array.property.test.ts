import { expect, it } from "vitest";
import { Owner } from "../../../../engine/structures/paged/owner.ts";
import { type Deferred, PagedArray } from "../../../../engine/structures/paged/paged-array.ts";
import { fc } from "../../../support/fast-check.ts";

type Act = { readonly set: number } | { readonly append: number } | { readonly defer: number } | "fork";

const act = fc.oneof(
  fc.record({ set: fc.nat(600) }),
  fc.record({ append: fc.nat(40) }),
  fc.record({ defer: fc.nat(300) }),
  fc.constant("fork" as const),
);

/** Items that are their own index and a number. */
function deferred(from: number): Deferred<string> {
  return { make: (index) => `made ${from} ${index}`, sketch: () => false, columns: () => false };
}

/** An array and what it should hold. */
interface Pair {
  paged: PagedArray<string>;
  plain: (string | undefined)[];
}

function take(pair: Pair, what: Exclude<Act, "fork">, step: number): void {
  const { paged, plain } = pair;
  if ("set" in what) {
    const value = step % 5 === 0 ? undefined : `set ${step}`;
    paged.set(what.set, value);
    while (plain.length <= what.set) plain.push(undefined);
    plain[what.set] = value;
  } else if ("append" in what) {
    const items = Array.from({ length: what.append }, (_, at) => (at % 7 === 3 ? undefined : `item ${step} ${at}`));
    paged.append(items);
    plain.push(...items);
  } else {
    paged.defer(what.defer, deferred(step));
    plain.push(...Array.from({ length: what.defer }, (_, at) => `made ${step} ${at}`));
  }
}

it("holds the items of a plain array, and so does each of its forks", () => {
  const law = fc.property(fc.array(act, { maxLength: 30 }), (acts: readonly Act[]) => {
    let pair: Pair = { paged: new PagedArray(new Owner()), plain: [] };
    const left: Pair[] = [];
    for (const [step, what] of acts.entries()) {
      if (what !== "fork") take(pair, what, step);
      else {
        left.push(pair);
        pair = { paged: pair.paged.fork(new Owner()), plain: [...pair.plain] };
      }
    }
    for (const { paged, plain } of [pair, ...left.reverse()]) {
      expect(paged.length).toBe(plain.length);
      expect(Array.from({ length: plain.length + 3 }, (_, at) => paged.get(at))).toEqual([
        ...plain,
        undefined,
        undefined,
        undefined,
      ]);
      expect([...paged.values()]).toEqual(plain.filter((item) => item !== undefined));
    }
  });
  fc.assert(law);
});
