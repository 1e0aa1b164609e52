import { describe, expect, it } from "vitest";
import { countSlots, emptyBits, type SlotSet, setBit } from "../../../../engine/indexes/slot-set.ts";
import { CHECK_LIMITS, CONTRACT_RULES, checkQuery } from "../../../../engine/internal.ts";
import { orderPlanOf } from "../../../../engine/query/plan/order-plan.ts";
import { accessPathForQuery } from "../../../../engine/query/plan/planner.ts";
import { rowSourcesOf } from "../../../../engine/query/run/find-rows.ts";
import { inFirstBins } from "../../../../engine/query/run/first-bins.ts";
import { orderRows } from "../../../../engine/query/run/order-rows.ts";
import { withScratch } from "../../../../engine/structures/bits/scratch.ts";
import { FULL } from "../../../arbitraries/callers.ts";
import { reading } from "../../../support/engine/ask-engine.ts";
import { fc } from "../../../support/fast-check.ts";
import { engine, POSTS, schema } from "../many-posts.ts";

const ALWAYS = { from: { list: 0, bits: 0 }, below: Number.POSITIVE_INFINITY };
const NEVER = { from: { list: Number.POSITIVE_INFINITY, bits: Number.POSITIVE_INFINITY }, below: 0 };

/** Orders with a bin for each row or so, for each of three values, and for each of two. */
const order = fc.constantFrom("views", "views:desc", "seo.heading", "seo.heading:desc", "featured", "featured:desc");

/** Slots that are spread evenly, or all at one end of the order by views. */
const slots = fc
  .record({ from: fc.nat(POSTS - 1), step: fc.integer({ min: 1, max: 20 }), count: fc.integer({ min: 1, max: POSTS }) })
  .map(({ from, step, count }) =>
    Array.from({ length: count }, (_, at) => from + at * step).filter((slot) => slot < POSTS),
  );

const pages = fc.record({ start: fc.nat(30), limit: fc.integer({ min: 1, max: 30 }) });

describe("the first rows of a set in the order of an index", () => {
  it.each(["list", "bits"] as const)("are the same from its first bins as from all of it, as %s", (kind) => {
    let found = 0;
    fc.assert(
      fc.property(order, slots, fc.nat(POSTS), pages, (sort, members, before, { start, limit }) => {
        // The order by views has all members in the range from there on.
        const { source, query, selection } = asked(sort, Math.min(before, members[0] ?? 0));
        const first = Math.min(start, members.length - 1);
        const stop = Math.min(members.length, first + limit);
        const page = (bins: typeof ALWAYS) =>
          withScratch(0, () => {
            const plan = { ...orderPlanOf(source, query.sort, first, stop, POSTS, selection), bins };
            const set = setOf(kind, members);
            if (inFirstBins(plan, set, members.length, stop) !== null) found++;
            expect(countSlots(set)).toBe(members.length);
            return [...orderRows(source, set, members.length, plan, first, stop)];
          });
        expect(page(ALWAYS)).toEqual(page(NEVER));
      }),
    );
    expect(found).toBeGreaterThan(0);
  });
});

function asked(sort: string, views: number) {
  const type = schema.type("api::post.post");
  const options = { shape: "find", schema, type, access: FULL, rules: CONTRACT_RULES, limits: CHECK_LIMITS } as const;
  const query = checkQuery({ ...options, params: { sort, filters: { views: { $gte: views } } } });
  const [source] = rowSourcesOf(reading(engine.state, query), query);
  if (source === undefined) throw new Error("posts have one layer");
  return { source, query, selection: accessPathForQuery(source, query).selection };
}

function setOf(kind: SlotSet["kind"], members: readonly number[]): SlotSet {
  if (kind === "list") return { kind, slots: members };
  const words = emptyBits(POSTS);
  for (const slot of members) setBit(words, slot);
  return { kind, words };
}
