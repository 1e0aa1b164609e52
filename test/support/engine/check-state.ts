import { expect } from "vitest";
import type { Change } from "../../../engine/internal.ts";
import { linksIn } from "../../../engine/state/links/link-list.ts";
import type { LinkEnd, Relation } from "../../../engine/state/links/relation.ts";
import type { State } from "../../../engine/state/state.ts";
import { linkLayersOf } from "../../../engine/state/view.ts";
import type { ComponentRow, Row } from "../../../engine/values/row.ts";
import { componentsOfCell } from "../../../engine/values/row.ts";
import { expectSame } from "../expect-same.ts";

const STATUSES = ["draft", "published"] as const;

/** The state as sorted text: two states are the same when these are. */
export function canonical(changes: Iterable<Change>): string[] {
  return [...changes].map((change) => JSON.stringify(change)).sort();
}

/** Holds after any history: both ends of every link exist and agree, nobody has more links than a relation allows. */
export function checkState(state: State): void {
  const components = componentIds(state);
  for (const relation of state.shape.relations.all) {
    for (const layer of linkLayersOf({ linkLocales: (of) => codesOf(state, of) }, relation)) {
      const fromSource: string[] = [];
      const fromTarget: string[] = [];
      for (const { number } of documentsOf(state, relation.target.uid)) {
        const links = [...linksIn(state.links(relation, layer, "target", number))];
        if (!relation.many.target) expectOneAtMost(links);
        expectRising(links.map((link) => link.inTarget));
        for (const link of links) fromTarget.push(`${link.source} ${link.target}`);
      }
      const sources =
        relation.owner.model === "component"
          ? [...(components.get(relation.owner.uid) ?? [])]
          : documentsOf(state, relation.owner.uid).map((document) => document.number);
      for (const number of sources) {
        const links = [...linksIn(state.links(relation, layer, "source", number))];
        if (!relation.many.source) expectOneAtMost(links);
        expectRising(links.map((link) => link.inSource));
        for (const link of links) fromSource.push(`${link.source} ${link.target}`);
      }
      expectSame(fromSource.sort(), fromTarget.sort(), () => `${relation.name} ${layer}`);
    }
  }
}

function codesOf(state: State, relation: Relation): readonly string[] | null {
  const codes = state.linkLocales(relation);
  return codes === null ? null : [...codes];
}

/** Documents in whatever locales. */
function documentsOf(state: State, uid: string): { readonly number: number }[] {
  const collection = state.collection(uid);
  return [...collection.documentIds()].map((documentId) => ({ number: collection.numberOf(documentId) ?? -1 }));
}

/** The links at an end, as documentIds. */
export function linked(state: State, end: LinkEnd, layer: "draft" | "published", number: number): string[] {
  const { relation } = end;
  return [...linksIn(state.links(relation, layer, end.end, number))].map((link) => {
    const other = end.end === "source" ? link.target : link.source;
    return state.collection(end.other.uid).document(other)?.documentId ?? "";
  });
}

// A call of `expect` costs more than what these look at, and they are called for every end of every link.

function expectOneAtMost(links: readonly unknown[]): void {
  if (links.length > 1) expect.fail(`${links.length} links where a relation allows one`);
}

function expectRising(places: readonly number[]): void {
  const isRising = places.every((place, at) => at === 0 || place > (places[at - 1] ?? Number.NaN));
  if (!isRising) expect.fail(`places of links that do not rise: ${places.join(", ")}`);
}

/** Ids of all components in a version, by uid; no id occurs twice. */
function componentIds(state: State): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>();
  const visit = (row: Row | ComponentRow): void => {
    row.cells.forEach((_, place) => {
      for (const component of componentsOfCell(row.cells[place])) {
        if (typeof component !== "object" || component === null || !("component" in component)) continue;
        const known = ids.get(component.component) ?? new Set();
        if (known.has(component.id)) expect([...known]).not.toContain(component.id);
        ids.set(component.component, known.add(component.id));
        visit(component);
      }
    });
  };
  for (const type of state.shape.schema.types.keys()) {
    for (const { spaces } of state.collection(type).all()) {
      for (const status of STATUSES) for (const row of spaces[status].rows()) visit(row);
    }
  }
  return ids;
}
