import type { Attribute } from "../../schema/attribute.ts";
import type { Path } from "../path.ts";
import type { ValueCheck } from "./check-values.ts";
import type { Findings } from "./findings.ts";

/** Where in a caller's data the check stands, and what it goes by. */
export interface Scope extends Omit<ValueCheck, "data"> {
  readonly findings: Findings;
  /** What is checked does not exist yet: what is absent gets its default. */
  readonly fresh: boolean;
  readonly path: Path;
  /** See UniqueQuery. */
  readonly uniquePath: readonly string[];
}

/** Null will not do for the attribute. What nobody may write, nobody can be asked for. */
export function isRequired({ full }: Scope, attribute: Attribute): boolean {
  return full && attribute.required && attribute.writable;
}

/** An attribute that is required must be there; else it stays as it is. */
export function mustBePresent({ operation, fresh, rules }: Scope): boolean {
  return operation === "update" ? fresh && rules.completeComponents : fresh;
}
