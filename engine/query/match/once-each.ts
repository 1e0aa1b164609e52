import type { Layer } from "../../values/version.ts";
import type { Node } from "../position.ts";

/** A question about a node, seen in a layer. */
type Ask<T> = (node: Node, layer: Layer) => T;

/**
 * The same question, answered once for each node: paths over relations meet again and again, and without this their
 * number, not that of the nodes, would be what a question costs.
 */
export function onceEach<T extends NonNullable<unknown> | null>(ask: Ask<T>): Ask<T> {
  const known = new Map<Layer, Map<Node, T>>();
  let lately: Layer = "published";
  let answers = answersIn(known, lately);
  return (node, layer) => {
    // Nodes mostly come from one layer.
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
