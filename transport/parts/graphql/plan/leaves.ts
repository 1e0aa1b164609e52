import { getNullableType, isLeafType, isNonNullType } from "graphql";
import { fieldAt, type Node, type Position, type ReadContext } from "../../../../engine/internal.ts";
import type { Budget } from "../execute/budget.ts";
import { refuseField } from "./field-error.ts";
import type { PlannedField, Selection } from "./plan.ts";
import type { TextBudget, TextCache } from "./text-budget.ts";

type Shape = ReadContext["view"]["state"]["shape"];

/** One leaf of an entry as JSON text. */
type LeafText = (node: Node) => string;

/**
 * Adjacent leaves of a selection. Their text is made once per node and kept as long as the node: nodes are
 * immutable.
 */
export class Leaves implements TextCache {
  readonly #leaves: readonly LeafText[];
  readonly #budget: TextBudget;
  #texts = new WeakMap<Node, string>();

  constructor(leaves: readonly LeafText[], budget: TextBudget) {
    this.#leaves = leaves;
    this.#budget = budget;
  }

  /** Key and value of each, separated by commas, charged to the budget. */
  text(node: Node, budget: Budget): string {
    const known = this.#texts.get(node);
    if (known !== undefined) {
      budget.text(known.length);
      return known;
    }
    const text = this.freshText(node, budget);
    this.#texts.set(node, text);
    this.#budget.add(this, text.length);
    return text;
  }

  /** The same for a caller that keeps the text itself. */
  freshText(node: Node, budget: Budget): string {
    let joined = "";
    for (const leaf of this.#leaves) {
      const text = leaf(node);
      budget.text(text.length + 1);
      joined += joined === "" ? text : `,${text}`;
    }
    return joined;
  }

  forget(): void {
    this.#texts = new WeakMap();
  }
}

/** A selection in the order of the answer: groups of adjacent leaves, and the fields with selections. */
export type Part = Leaves | PlannedField;

const PARTS = new WeakMap<Selection, readonly Part[]>();

/** The parts of a selection of the entries at a place, made once: leaves do not depend on variables. */
export function partsOf(selection: Selection, shape: Shape, place: Position, budget: TextBudget): readonly Part[] {
  const known = PARTS.get(selection);
  if (known !== undefined) return known;
  const parts: Part[] = [];
  let leaves: LeafText[] = [];
  const close = (): void => {
    if (leaves.length > 0) parts.push(new Leaves(leaves, budget));
    leaves = [];
  };
  for (const planned of selection.fields) {
    if (planned.below.size === 0) leaves.push(leafOf(planned, selection, shape, place));
    else {
      close();
      parts.push(planned);
    }
  }
  close();
  PARTS.set(selection, parts);
  return parts;
}

function leafOf(
  { key, field, meaning }: PlannedField,
  { typeName }: Selection,
  shape: Shape,
  place: Position,
): LeafText {
  const constant =
    (text: string): LeafText =>
    () =>
      key + text;
  if (meaning === undefined) return constant(JSON.stringify(typeName));
  switch (meaning.kind) {
    case "identity":
      return (node) => `${key}"${"documentId" in node ? node.documentId : node.id}"`;
    case "value": {
      const type = getNullableType(field.type);
      if (!isLeafType(type)) return refuseField;
      const { read } = fieldAt(shape, place, meaning.name);
      const absent = isNonNullType(field.type) ? refuseField : constant("null");
      return (node) => {
        const value = read(node);
        return value === null ? absent(node) : key + leafText(() => type.serialize(value));
      };
    }
    default:
      return isNonNullType(field.type) ? refuseField : constant("null");
  }
}

/** What graphql-js would return, or its error. */
function leafText(serialize: () => unknown): string {
  try {
    return JSON.stringify(serialize()) ?? refuseField();
  } catch {
    return refuseField();
  }
}
