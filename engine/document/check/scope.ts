import type { Rules } from "../../rules.ts";
import type { Attribute } from "../../schema/attribute.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import type { DocumentData } from "../data.ts";
import type { Path } from "../path.ts";
import type { Findings } from "./findings.ts";
import type { Lookups } from "./lookups.ts";

/** A caller's data to be checked, and what it is checked against. */
export interface ValueCheck {
  readonly schema: Schema;
  readonly type: ContentType;
  /** On publish the stored draft: its values, components with their ids, no relations. */
  readonly data: DocumentData;
  readonly operation: "create" | "update" | "publish";
  /** Full rules: those of published versions. Without it the rules of drafts. */
  readonly full: boolean;
  readonly rules: Rules;
  readonly lookups: Lookups;
}

/** The place in a caller's data that is checked, and the rules for it. */
export interface DataScope extends Omit<ValueCheck, "data"> {
  readonly findings: Findings;
  /** What is checked does not exist yet: what is absent gets its default. */
  readonly fresh: boolean;
  readonly path: Path;
  /** See UniqueQuery. */
  readonly uniquePath: readonly string[];
}

/** Null will not do for the attribute. What nobody may write, nobody can be asked for. */
export function isRequired({ full }: DataScope, attribute: Attribute): boolean {
  return full && attribute.required && attribute.writable;
}

/** An attribute that is required must be there; else it stays as it is. */
export function mustBePresent({ operation, fresh, rules }: DataScope): boolean {
  return operation === "update" ? fresh && rules.completeComponents : fresh;
}
