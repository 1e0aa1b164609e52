import { own } from "../data.ts";
import type { Input } from "../input.ts";
import { checkModel } from "./check-model.ts";
import { Findings } from "./findings.ts";
import type { ValueCheck } from "./scope.ts";
import { typeFault } from "./type-fault.ts";

/**
 * Converts, resolves and checks a caller's data (writes, §7 to §12), and returns it in normal form. Keys that the type
 * does not have are left out. Throws EngineError `validation` with an issue per fault, in the order of the attributes.
 *
 * Passwords must have been replaced by `HashedPassword` before.
 */
export function checkValues(check: ValueCheck): Input {
  const { schema, type, data, operation, full, rules, lookups } = check;
  const findings = new Findings();
  const fresh = operation === "create";
  // Written out: V8 copies spread objects key by key, which costs as much as all checks of a small entry.
  const scope = { schema, type, operation, full, rules, lookups, findings, fresh, path: [], uniquePath: [] };
  const input = checkModel(scope, type, data);
  checkLocale(findings, own(data, "locale"));
  findings.finish(lookups);
  return input;
}

/** The locale in the data has no effect, but must be a text all the same. */
function checkLocale(findings: Findings, sent: unknown): void {
  if (sent === undefined || sent === null || typeof sent === "string") return;
  findings.add([typeFault(["locale"], "string", sent, sent)]);
}
