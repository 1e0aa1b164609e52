import { invariant } from "../../error.ts";
import { isDate } from "../../runtime/brands.ts";
import type { ScalarAttribute, ScalarType } from "../../schema/attribute.ts";
import type { Pattern } from "../../schema/pattern/pattern.ts";
import { canonicalBigInteger } from "../../values/biginteger.ts";
import { parseDate } from "../../values/date.ts";
import { parseDatetime } from "../../values/datetime.ts";
import { isEmail, MAX_EMAIL_LENGTH } from "../../values/email.ts";
import { inexactMessage, strangeNumber } from "../../values/exact-json.ts";
import type { ScalarFault } from "../../values/scalar-fault.ts";
import { parseTime } from "../../values/time.ts";
import { parseTimestamp } from "../../values/timestamp.ts";
import { bigRangeFaults, lengthFaults, patternFaults, rangeFaults } from "../check/constraints.ts";
import { typeFault } from "../check/type-fault.ts";
import { faultAt } from "../path.ts";
import { toJson, withoutNegativeZero } from "../to-json.ts";
import { checkBlocks } from "./blocks.ts";
import { toBoolean, toList, toNumber, toText } from "./convert.ts";
import { HashedPassword } from "./password.ts";
import { type JudgedValue, type Judgement, mistyped, type ScalarRule, typed } from "./scalar-rule.ts";

const asSent = (value: unknown) => value;

/** `further`: constraints of the type in addition to the common ones for texts. */
function text(further: (value: string, attribute: ScalarAttribute, full: boolean) => string[]): ScalarRule {
  return {
    word: "string",
    comparable: true,
    convert: asSent,
    judge(judged) {
      const { value, attribute, full } = judged;
      if (typeof value !== "string") return mistyped(judged, "string");
      return typed(judged, value, joined(lengthFaults(value, attribute, full), further(value, attribute, full)));
    },
  };
}

function joined(some: readonly string[], others: readonly string[]): readonly string[] {
  return others.length === 0 ? some : [...some, ...others];
}

/** The empty text is valid unless a value is required. */
function ownPattern(value: string, { regex, required }: ScalarAttribute, full: boolean): string[] {
  return full && regex !== undefined && (value !== "" || required) ? patternFaults(value, regex) : [];
}

function emailForm(value: string, attribute: ScalarAttribute, full: boolean): string[] {
  // The length has been reported already, and a longer text is not worth matching.
  if (value.length > MAX_EMAIL_LENGTH) return [];
  const faults = ownPattern(value, attribute, full);
  if (full && value === "") faults.push("cannot be empty");
  if (full && value !== "" && !isEmail(value)) faults.push("must be a valid email");
  return faults;
}

const UID_FORM = /^[A-Za-z0-9-_.~]*$/;
const UID: Pattern = {
  source: UID_FORM.source,
  flags: "",
  maxLength: Number.POSITIVE_INFINITY,
  test: (text) => UID_FORM.test(text),
};

function uidForm(value: string, { regex = UID }: ScalarAttribute, full: boolean): string[] {
  return full ? patternFaults(value, regex) : [];
}

/**
 * All constraints apply to drafts too: once hashed, a password cannot be checked again. No fault shows the value that
 * was sent.
 */
const password: ScalarRule = {
  word: "string",
  comparable: false,
  convert: asSent,
  judge(judged) {
    const { path, value, attribute } = judged;
    invariant(typeof value !== "string", "passwords are hashed before they are checked");
    if (!(value instanceof HashedPassword)) {
      // The fault reads like any other type's, unless a text was sent.
      const hasText = JSON.stringify(value).includes('"');
      return hasText
        ? { kind: "mistyped", issues: [faultAt(path, "must be a `string` type")] }
        : mistyped(judged, "string");
    }
    const { plain, hash } = value;
    const faults = [...lengthFaults(plain, attribute, true), ...ownPattern(plain, attribute, true)];
    return { kind: "typed", normal: hash, issues: faults.map((message) => faultAt(path, message)) };
  },
};

/** `own`: the constraint of the type on every number. */
function number(own: (value: number) => string[]): ScalarRule {
  return {
    word: "number",
    comparable: true,
    convert: toNumber,
    judge(judged) {
      const { value, attribute, full } = judged;
      if (typeof value !== "number" || Number.isNaN(value)) return mistyped(judged, "number");
      return typed(judged, withoutNegativeZero(value), joined(own(value), rangeFaults(value, attribute, full)));
    },
  };
}

const decimal = number((value) => (Number.isFinite(value) ? [] : ["must be a finite number"]));

const biginteger: ScalarRule = {
  comparable: true,
  convert(value) {
    if (typeof value === "string") return canonicalBigInteger(value) ?? value;
    return Number.isInteger(value) ? String(value) : typeof value === "bigint" ? String(value) : value;
  },
  judge(judged) {
    const { path, value, attribute, full } = judged;
    const canonical = typeof value === "string" ? canonicalBigInteger(value) : null;
    if (canonical !== null) return typed(judged, canonical, bigRangeFaults(canonical, attribute, full));
    return { kind: "mistyped", issues: [faultAt(path, "must be a valid integer", value)] };
  },
};

const boolean: ScalarRule = {
  comparable: false,
  convert: toBoolean,
  judge: (judged) =>
    typeof judged.value === "boolean" ? typed(judged, judged.value, []) : mistyped(judged, "boolean"),
};

const enumeration: ScalarRule = {
  word: "string",
  comparable: false,
  convert: toText,
  judge({ path, value, sent, attribute }) {
    const values = attribute.enum ?? [];
    if (typeof value === "string" && values.includes(value)) return { kind: "typed", normal: value, issues: [] };
    // Null is last in the list of allowed values.
    const issues = [faultAt(path, `must be one of the following values: ${[...values, ""].join(", ")}`, value)];
    if (typeof value !== "string") issues.unshift(typeFault(path, "string", value, sent));
    return { kind: "mistyped", issues };
  },
};

function moment(parse: (value: unknown) => string | ScalarFault): ScalarRule {
  return {
    comparable: true,
    convert: (value) => (isDate(value) && !Number.isNaN(value.getTime()) ? value.toISOString() : value),
    judge(judged) {
      const parsed = parse(judged.value);
      if (typeof parsed !== "string") return { kind: "unreadable", message: parsed.fault };
      return typed(judged, parsed, []);
    },
  };
}

/** The fault of a number that would be read back as another value; null if there is none. */
function inexactIn({ path, value }: JudgedValue): Judgement | null {
  const found = strangeNumber(value);
  if (found === null) return null;
  const isWhole = typeof found.value === "bigint";
  const message = isWhole ? inexactMessage(String(found.value)) : "must be a finite number";
  return { kind: "mistyped", issues: [faultAt([...path, ...found.path], message, null)] };
}

const json: ScalarRule = {
  comparable: false,
  convert: asSent,
  judge(judged) {
    return inexactIn(judged) ?? typed(judged, toJson(judged.value), []);
  },
};

const blocks: ScalarRule = {
  word: "array",
  comparable: false,
  convert: toList,
  judge(judged) {
    if (!Array.isArray(judged.value)) return mistyped(judged, "array");
    const inexact = inexactIn(judged);
    if (inexact !== null) return inexact;
    const { value, issues } = checkBlocks(judged.path, judged.value);
    return { kind: "typed", normal: value, issues };
  },
};

/** Every scalar type: what it accepts, and its stored form (writes, §7). */
export const SCALAR_RULES: { readonly [T in ScalarType]: ScalarRule } = {
  string: text(ownPattern),
  text: text(ownPattern),
  richtext: text(ownPattern),
  email: text(emailForm),
  uid: text(uidForm),
  password,
  integer: number((value) => (Number.isInteger(value) ? [] : ["must be an integer"])),
  float: decimal,
  decimal,
  biginteger,
  boolean,
  enumeration,
  date: moment(parseDate),
  time: moment(parseTime),
  datetime: moment(parseDatetime),
  timestamp: moment(parseTimestamp),
  json,
  blocks,
};
