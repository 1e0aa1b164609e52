import { expect, it } from "vitest";
import { LinkOverlay } from "../../../../engine/state/links/link-overlay.ts";
import type { Relation } from "../../../../engine/state/links/relation.ts";
import { State } from "../../../../engine/state/state.ts";
import { StateView } from "../../../../engine/state/view.ts";
import { fc } from "../../../support/fast-check.ts";
import { emptyLibrary } from "../../../support/library.ts";

const { shape } = emptyLibrary().state;

function anyRelation(): Relation {
  const relation = shape.relations.all.at(0);
  if (relation === undefined) throw new Error("The library has relations");
  return relation;
}

const relation = anyRelation();

function emptyOverlay(): LinkOverlay {
  return new LinkOverlay(new StateView(new State(shape)));
}

const write = fc.record({ source: fc.integer({ min: 1, max: 5 }), place: fc.option(fc.integer({ min: 1, max: 9 })) });

it("finds the last place among the pending links of a document after moves and removals", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
      const overlay = emptyOverlay();
      for (const { source, place } of writes) {
        if (place === null) overlay.remove(relation, "draft", `s${source}`, "t");
        else overlay.put(relation, "draft", { source: `s${source}`, target: "t", inSource: 1, inTarget: place });
        const places = overlay.links(relation, "draft", "target", "t").map(({ inTarget }) => inTarget);
        expect(overlay.lastPlace(relation, "draft", "target", "t")).toBe(Math.max(0, ...places));
      }
    }),
  );
});

/** Milliseconds of CPU time to link so many documents to one, each behind the others. */
function timeToLink(documents: number): number {
  const overlay = emptyOverlay();
  const before = process.cpuUsage();
  for (let at = 0; at < documents; at++) {
    const inTarget = overlay.lastPlace(relation, "draft", "target", "t") + 1;
    overlay.put(relation, "draft", { source: `s${at}`, target: "t", inSource: 1, inTarget });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it("finds the last place without a look at all links of a document", () => {
  timeToLink(1_000);
  expect(timeToLink(12_000)).toBeLessThan(10 * timeToLink(3_000) + 50);
});
