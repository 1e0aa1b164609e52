import { AnswerBudget } from "../../../engine/internal.ts";
import { withinBytes } from "../answer-size.ts";

/**
 * A list as JSON text of at most so many bytes, charged item by item.
 *
 * @throws EngineError `validation` if it is longer.
 */
export function jsonList(items: Iterable<unknown>, bytes: number): string {
  const budget = new AnswerBudget(bytes);
  let text = "";
  for (const item of items) {
    const json = JSON.stringify(item);
    budget.spend(json.length + 1);
    text += text === "" ? json : `,${json}`;
  }
  return withinBytes(`[${text}]`, bytes);
}
