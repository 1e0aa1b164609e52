import type { Rules } from "../../rules.ts";
import type { Attribute } from "../../schema/attribute.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import type { DocumentData } from "../data.ts";
import type { Path } from "../path.ts";
import type { Findings } from "./findings.ts";
import type { Lookups } from "./lookups.ts";

/** A caller's data and the context in which it is checked. */
export interface ValueCheck {
  readonly schema: Schema;
  readonly type: ContentType;
  /** On publish, the stored draft: its values, components with their ids, no relations. */
  readonly data: DocumentData;
  readonly operation: "create" | "update" | "publish";
  /** Applies all constraints, as for published versions; otherwise only the constraints of drafts. */
  readonly full: boolean;
  readonly rules: Rules;
  readonly lookups: Lookups;
}

/** A path in a caller's data, and the constraints that apply there. */
export interface DataScope extends Omit<ValueCheck, "data"> {
  readonly findings: Findings;
  /** The entry or component is new: absent attributes get their default. */
  readonly fresh: boolean;
  readonly path: Path;
  /** See UniqueQuery. */
  readonly uniquePath: readonly string[];
}

/** The attribute must not be null. Attributes that nobody can write are never required. */
export function isRequired({ full }: DataScope, attribute: Attribute): boolean {
  return full && attribute.required && attribute.writable;
}

/** A required attribute must be present; otherwise an absent one stays as it is. */
export function mustBePresent({ operation, fresh, rules }: DataScope): boolean {
  return operation === "update" ? fresh && rules.completeComponents : fresh;
}
