import type { Rules } from "../../rules.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import { type DocumentData, own } from "../data.ts";
import type { Input } from "../input.ts";
import { checkModel } from "./check-model.ts";
import { Findings } from "./findings.ts";
import type { Lookups } from "./lookups.ts";
import { typeFault } from "./type-fault.ts";

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

/**
 * A caller's data, typed, resolved and in normal form (writes, §7 to §12). Keys that the type does not have are left
 * out. Throws EngineError `validation` with every fault: an issue for each, in the order of the attributes.
 *
 * Passwords must have been replaced by `HashedPassword`.
 */
export function checkValues(check: ValueCheck): Input {
  const { type, data, operation, lookups } = check;
  const findings = new Findings();
  const fresh = operation === "create";
  const input = checkModel({ ...check, findings, fresh, path: [], uniquePath: [] }, type, data);
  checkLocale(findings, own(data, "locale"));
  findings.settle(lookups);
  return input;
}

/** It has no effect; it is a text all the same. */
function checkLocale(findings: Findings, sent: unknown): void {
  if (sent === undefined || sent === null || typeof sent === "string") return;
  findings.add([typeFault(["locale"], "string", sent, sent)]);
}
