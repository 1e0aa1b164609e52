import type { ScalarAttribute } from "../../schema/attribute.ts";
import type { Value } from "../../values/value.ts";
import { type DataScope, isRequired, mustBePresent } from "../check/scope.ts";
import { typeFault } from "../check/type-fault.ts";
import type { InputValue } from "../input.ts";
import { faultAt, type Path } from "../path.ts";
import type { JudgedValue } from "./scalar-rule.ts";
import { SCALAR_RULES } from "./scalar-types.ts";

/** Undefined if there is nothing to write, or nothing valid. */
export function checkScalar(scope: DataScope, attribute: ScalarAttribute, sent: unknown): InputValue | undefined {
  if (sent === null) return checkNull(scope, attribute);
  if (sent === undefined) return checkAbsent(scope, attribute);
  // Only the hash of a password is stored.
  if (scope.operation === "publish" && attribute.type === "password") return undefined;
  return checkPresent(scope, attribute, sent);
}

function checkPresent(scope: DataScope, attribute: ScalarAttribute, sent: unknown): InputValue | undefined {
  const { full, findings } = scope;
  const rule = SCALAR_RULES[attribute.type];
  const value = rule.convert(sent);
  if (attribute.type === "blocks" && value === null && isPassedOver(scope, attribute)) {
    return NULL;
  }
  const judgement = rule.judge(new SentValue(scope, attribute, sent, value));
  if (judgement.kind === "unreadable") {
    findings.unreadable(judgement.message);
    return undefined;
  }
  const silent = isSecret(scope, attribute);
  findings.add(silent ? judgement.issues.map(({ value: _, ...issue }) => issue) : judgement.issues);
  if (judgement.kind === "mistyped") return undefined;
  if (rule.comparable && full && attribute.unique) {
    claim(scope, attribute, judgement.normal, silent ? undefined : value);
  }
  return { kind: "scalar", value: judgement.normal };
}

const NULL: InputValue = { kind: "scalar", value: null };

/** Makes its path only on demand: mostly nothing is wrong, and nobody asks for it. */
class SentValue implements JudgedValue {
  readonly attribute: ScalarAttribute;
  readonly full: boolean;
  readonly sent: unknown;
  readonly value: unknown;
  readonly #above: Path;

  constructor({ path, full }: DataScope, attribute: ScalarAttribute, sent: unknown, value: unknown) {
    this.attribute = attribute;
    this.full = full;
    this.sent = sent;
    this.value = value;
    this.#above = path;
  }

  get path(): Path {
    return [...this.#above, this.attribute.name];
  }
}

/** Anything but a list of blocks counts as no blocks. */
function isPassedOver(scope: DataScope, attribute: ScalarAttribute): boolean {
  return scope.rules.strayBlocks === "null" && !isRequired(scope, attribute);
}

/** The publisher may not be the draft's author, so a fault does not show its private values. */
function isSecret({ operation }: DataScope, attribute: ScalarAttribute): boolean {
  return operation === "publish" && attribute.private;
}

/** The empty text is not required to be unique. */
function claim(scope: DataScope, { name }: ScalarAttribute, value: Value, shown: unknown): void {
  if (value === "") return;
  const query = { type: scope.type.uid, path: [...scope.uniquePath, name], value };
  scope.findings.claim({ path: [...scope.path, name], query, shown });
}

function checkNull(scope: DataScope, attribute: ScalarAttribute): InputValue | undefined {
  if (!isRequired(scope, attribute)) return NULL;
  const path = [...scope.path, attribute.name];
  const { word } = SCALAR_RULES[attribute.type];
  const message = scope.operation === "update" ? "cannot be null." : "must be defined.";
  const fault =
    word === undefined
      ? faultAt(path, message, null)
      : typeFault(path, word, word === "number" ? Number.NaN : null, null);
  scope.findings.add([fault]);
  return undefined;
}

function checkAbsent(scope: DataScope, attribute: ScalarAttribute): InputValue | undefined {
  if (scope.operation === "publish") return checkNull(scope, attribute);
  if (scope.fresh && attribute.default !== undefined) return checkPresent(scope, attribute, attribute.default);
  if (isRequired(scope, attribute) && mustBePresent(scope)) {
    scope.findings.add([faultAt([...scope.path, attribute.name], "must be defined.")]);
  }
  return undefined;
}
