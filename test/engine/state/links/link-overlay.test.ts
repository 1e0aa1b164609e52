import { expect, it } from "vitest";
import type { Change } from "../../../../engine/state/commit.ts";
import { LinkOverlay } from "../../../../engine/state/links/link-overlay.ts";
import type { Relation } from "../../../../engine/state/links/relation.ts";
import { State } from "../../../../engine/state/state.ts";
import { StateView } from "../../../../engine/state/view.ts";
import type { VersionRecord } from "../../../../engine/values/version.ts";
import { emptyLibrary } from "../../../support/content/library.ts";
import { fc } from "../../../support/fast-check.ts";

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

const TIME = "2026-01-01T00:00:00.000Z";

/** One document, and another for each of these places in its list of links. */
function linkedAt(places: readonly number[]): State {
  const state = new State(shape);
  const versionOf = (documentId: string, id: number): VersionRecord => {
    return { id, documentId, createdAt: TIME, updatedAt: TIME, publishedAt: null, values: {} };
  };
  const changes = places.flatMap((place, at): Change[] => [
    { kind: "put", type: relation.owner.uid, status: "draft", version: versionOf(`s${at + 1}`, at + 1) },
    { kind: "link", relation: relation.name, layer: "draft", source: `s${at + 1}`, target: "t", order: [1, place] },
  ]);
  const target: Change = { kind: "put", type: relation.target.uid, status: "published", version: versionOf("t", 1) };
  state.apply({ number: 1, at: 1, changes: [target, ...changes] });
  return state;
}

/** Up to more links than a short list holds. */
const stored = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 40 });
const bound = fc.integer({ min: 0, max: 42 });

it("finds the links of a document between two places, stored and pending ones", () => {
  fc.assert(
    fc.property(stored, fc.array(write, { maxLength: 9 }), bound, bound, (places, writes, from, before) => {
      const state = new StateView(linkedAt(places));
      const overlay = new LinkOverlay(state);
      for (const { source, place } of writes) {
        if (place === null) overlay.remove(relation, "draft", `s${source}`, "t");
        else overlay.put(relation, "draft", { source: `s${source}`, target: "t", inSource: 1, inTarget: place });
      }
      for (const view of [state, overlay]) {
        const wanted = view
          .links(relation, "draft", "target", "t")
          .filter(({ inTarget }) => inTarget >= from && inTarget < before);
        const found = view.linksBetween(relation, "draft", "target", "t", from, before);
        expect(new Set(found)).toEqual(new Set(wanted));
        expect(found).toHaveLength(wanted.length);
      }
    }),
  );
});

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

it("finds the last place without a look at all links of a document", () => {
  const documents = 1_000;
  const overlay = emptyOverlay();
  let looks = 0;
  for (let at = 0; at < documents; at++) {
    const place = overlay.lastPlace(relation, "draft", "target", "t") + 1;
    expect(place).toBe(at + 1);
    overlay.put(relation, "draft", {
      source: `s${at}`,
      target: "t",
      inSource: 1,
      get inTarget() {
        looks++;
        return place;
      },
    });
  }
  // A look at all of them for each would be half a million.
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(3 * documents);
});
