import { own } from "../data.ts";
import type { Input } from "../input.ts";
import { checkModel } from "./check-model.ts";
import { Findings } from "./findings.ts";
import type { ValueCheck } from "./scope.ts";
import { typeFault } from "./type-fault.ts";

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
  findings.finish(lookups);
  return input;
}

/** It has no effect; it is a text all the same. */
function checkLocale(findings: Findings, sent: unknown): void {
  if (sent === undefined || sent === null || typeof sent === "string") return;
  findings.add([typeFault(["locale"], "string", sent, sent)]);
}
