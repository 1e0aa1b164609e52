import { componentUids } from "../attribute.ts";
import { componentsWith } from "../components-with.ts";
import type { AnyModel, Component, ContentType } from "../content-type.ts";
import { isUnique } from "../unique-attributes.ts";
import type { Draft } from "./draft.ts";

/** Limit of the components on all paths to unique attributes: each path has an index, and is followed by each write. */
const MOST_STEPS = 10_000;

/**
 * Checks that few paths through components lead from a content type to unique attributes: their number may double with
 * each level of components.
 */
export function checkUniquePaths(
  types: Iterable<Draft<ContentType>>,
  components: ReadonlyMap<string, Draft<Component>>,
): void {
  const models = new Map<string, AnyModel>([...components].map(([uid, { model }]) => [uid, model]));
  const leading = componentsWith(models.values(), isUnique);

  /** The steps left after all paths from a model on. A path ends at a component that it has met before. */
  function follow({ uid, attributes }: AnyModel, above: ReadonlySet<string>, steps: number): number {
    if (above.has(uid)) return steps;
    const inside = new Set([...above, uid]);
    let left = steps;
    for (const attribute of attributes.values()) {
      if (isUnique(attribute)) left--;
      for (const component of componentUids(attribute)) {
        const model = models.get(component);
        if (model === undefined || !leading.has(component)) continue;
        if (left > 0) left = follow(model, inside, left - 1);
      }
    }
    return left;
  }

  for (const { model, report } of types) {
    if (follow(model, new Set(), MOST_STEPS) > 0) continue;
    report(["attributes"], `must not lead to unique attributes by more than ${MOST_STEPS} paths through components`);
  }
}
