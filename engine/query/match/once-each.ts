import type { Status } from "../../values/version.ts";
import type { Node } from "../position.ts";

/** A question about a node, seen in a layer. */
type Ask<T> = (node: Node, layer: Status) => T;

/**
 * The same question, answered once for each node: paths over relations meet again and again, and without this their
 * number, not that of the nodes, would be what a question costs.
 */
export function onceEach<T extends NonNullable<unknown> | null>(ask: Ask<T>): Ask<T> {
  const known = { draft: new Map<Node, T>(), published: new Map<Node, T>() };
  return (node, layer) => {
    const answers = known[layer];
    const answered = answers.get(node);
    if (answered !== undefined) return answered;
    const answer = ask(node, layer);
    answers.set(node, answer);
    return answer;
  };
}
