import type { Rules } from "../../rules.ts";
import { storedLocale } from "../../schema/locale.ts";
import { type Layer, layerOf, statusOf } from "../../values/version.ts";
import { fieldAt, follow, type Node, NULL_NODE, type Position, type ReadView } from "../position.ts";
import type { Filter } from "../query.ts";
import { LINK, SHORT_TEXT, TEXT_CHARACTER } from "../work-budget.ts";
import { onceEach } from "./once-each.ts";
import { testOf, textOf } from "./operators.ts";
import { filterTestCost, isTextTest } from "./test-cost.ts";

/** Whether a node, seen in a layer, certainly meets a filter. */
export type Predicate = (node: Node, layer: Layer) => boolean;

/**
 * Compiles a filter into a function. Negation is pushed down to the comparisons, where three-valued logic ends. Each
 * mention of a relation is then a separate search for one entry that meets the conditions below it.
 */
export function predicateOf(
  view: ReadView,
  position: Position,
  filter: Filter,
  negation: Rules["negatedRelation"],
  negated = false,
): Predicate {
  switch (filter.kind) {
    case "not":
      return predicateOf(view, position, filter.filter, negation, !negated);
    case "and":
    case "or": {
      const parts = filter.filters.map((each) => predicateOf(view, position, each, negation, negated));
      const every = (filter.kind === "and") !== negated;
      return every
        ? (node, layer) => parts.every((part) => part(node, layer))
        : (node, layer) => parts.some((part) => part(node, layer));
    }
    case "compare": {
      const field = fieldAt(view.state.shape, position, filter.field);
      const test = testOf(filter, field.type);
      if (!isTextTest(filter)) return (node) => test(field.read(node)) === !negated;
      return (node) => {
        const value = field.read(node);
        if (value === null) return test(null) === !negated;
        const text = textOf(value);
        if (text.length > SHORT_TEXT) view.work.spend(text.length * TEXT_CHARACTER, "filters");
        return test(text) === !negated;
      };
    }
    case "related": {
      const step = follow(view, position, filter.attribute);
      const none = negated && negation === "none";
      const below = predicateOf(view, step.to, filter.filter, negation, negated && !none);
      const inner = leadsOn(filter.filter) ? onceEach(below) : below;
      const cost = LINK + filterTestCost(filter.filter);
      const charged: Predicate = (node, layer) => {
        view.work.spend(cost, "filters");
        return inner(node, layer);
      };
      return (node, layer) => someRelated(step.walk, node, layer, charged) !== none;
    }
    case "absent": {
      const isIn = isInSome(view, position, filter.locales);
      return (node, layer) => isIn(node, layer) === negated;
    }
  }
}

/** Whether some entry behind the step meets the predicate; if there is none, an entry of nulls stands in. */
function someRelated(
  walk: (node: Node, layer: Layer, visit: Predicate) => boolean,
  node: Node,
  layer: Layer,
  predicate: Predicate,
): boolean {
  let any = false;
  const found = walk(node, layer, (related, itsLayer) => {
    any = true;
    return predicate(related, itsLayer);
  });
  return found || (!any && predicate(NULL_NODE, layer));
}

/** Whether a filter crosses a relation, a media attribute or a component. */
function leadsOn(filter: Filter): boolean {
  switch (filter.kind) {
    case "related":
      return true;
    case "not":
      return leadsOn(filter.filter);
    case "and":
    case "or":
      return filter.filters.some(leadsOn);
    case "absent":
    case "compare":
      return false;
  }
}

/** Whether the document of a node exists in one of some locales, in the status of the node. */
function isInSome({ state }: ReadView, { model }: Position, codes: readonly string[]): Predicate {
  const collection = state.collection(model.uid);
  const type = state.shape.schema.type(model.uid);
  const layers = codes.map((code) => storedLocale(type, code));
  return (node, layer) =>
    "document" in node &&
    layers.some((locale) => {
      const document = collection.in(layerOf(statusOf(layer), locale)).document(node.document);
      return Boolean(document?.[node.status]);
    });
}
