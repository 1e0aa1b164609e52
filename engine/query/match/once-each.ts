import type { Layer } from "../../values/version.ts";
import type { Node } from "../position.ts";

/** Computes a value for a node, seen in a layer. */
type Ask<T> = (node: Node, layer: Layer) => T;

/**
 * Memoizes a computation per node. Paths over relations meet the same nodes again and again; without this, the cost
 * would depend on the number of paths instead of the number of nodes.
 */
export function onceEach<T extends NonNullable<unknown> | null>(ask: Ask<T>): Ask<T> {
  const known = new Map<Layer, Map<Node, T>>();
  let lately: Layer = "published";
  let answers = answersIn(known, lately);
  return (node, layer) => {
    // Successive nodes are mostly from the same layer.
    if (layer !== lately) {
      lately = layer;
      answers = answersIn(known, layer);
    }
    const answered = answers.get(node);
    if (answered !== undefined) return answered;
    const answer = ask(node, layer);
    answers.set(node, answer);
    return answer;
  };
}

function answersIn<T>(known: Map<Layer, Map<Node, T>>, layer: Layer): Map<Node, T> {
  let answers = known.get(layer);
  if (answers === undefined) {
    answers = new Map();
    known.set(layer, answers);
  }
  return answers;
}
