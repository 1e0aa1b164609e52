import type { Attribute } from "./attribute.ts";

/** Whether no two documents may have the same value in it. A uid attribute is always unique (writes, §8). */
export function isUnique(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && (attribute.unique || attribute.type === "uid");
}
