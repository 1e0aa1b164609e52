import { canonicalBigInteger } from "../../../values/biginteger.ts";
import { parseDate } from "../../../values/date.ts";
import { parseDatetime } from "../../../values/datetime.ts";
import { isEmail } from "../../../values/email.ts";
import type { ScalarFault } from "../../../values/scalar-fault.ts";
import { parseTime } from "../../../values/time.ts";
import type { Json } from "../../../values/value.ts";
import type { ScalarAttribute, ScalarType } from "../../attribute.ts";
import { copyJson } from "../../shapes/copy-json.ts";

/** Converts a default to the normal form of its type; undefined if the value does not have the type. */
interface Kind {
  readonly noun: string;
  normalise(value: unknown): Json | undefined;
}

/** A default in its normal form, or its fault. The attribute's own limits apply to its default too. */
export function defaultValue(
  attribute: ScalarAttribute,
  value: unknown,
): { readonly value: Json } | { readonly fault: string } {
  const kind = KINDS[attribute.type];
  const normal = kind.normalise(value);
  if (normal === undefined) return { fault: `must be ${kind.noun}` };
  const fault = limitFault(attribute, normal);
  return fault === undefined ? { value: normal } : { fault };
}

const text: Kind = { noun: "a string", normalise: (value) => (typeof value === "string" ? value : undefined) };

const number: Kind = {
  noun: "a finite number",
  normalise: (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined),
};

const integer: Kind = {
  noun: "an integer",
  normalise: (value) => (typeof value === "number" && Number.isInteger(value) ? value : undefined),
};

const bigInteger: Kind = {
  noun: "an integer as decimal text",
  normalise(value) {
    const text = Number.isSafeInteger(value) ? String(value) : value;
    return typeof text === "string" ? (canonicalBigInteger(text) ?? undefined) : undefined;
  },
};

const boolean: Kind = {
  noun: "true or false",
  normalise: (value) => (typeof value === "boolean" ? value : undefined),
};

const email: Kind = {
  noun: "an email address",
  normalise: (value) => (typeof value === "string" && isEmail(value) ? value : undefined),
};

const date: Kind = { noun: "a date, YYYY-MM-DD", normalise: (value) => read(parseDate(value)) };

const time: Kind = { noun: "a time, HH:mm:ss or HH:mm:ss.SSS", normalise: (value) => read(parseTime(value)) };

const datetime: Kind = {
  noun: "an ISO 8601 date and time or epoch milliseconds",
  normalise: (value) => read(parseDatetime(value)),
};

const timestamp: Kind = {
  noun: datetime.noun,
  normalise(value) {
    const moment = read(parseDatetime(value));
    return moment === undefined ? undefined : String(Date.parse(moment));
  },
};

const json: Kind = { noun: "JSON of at most 100 levels", normalise: copyJson };

const none: Kind = { noun: "absent", normalise: () => undefined };

const KINDS: { readonly [T in ScalarType]: Kind } = {
  string: text,
  text,
  richtext: text,
  email,
  uid: text,
  password: none,
  blocks: none,
  enumeration: text,
  integer,
  float: number,
  decimal: number,
  biginteger: bigInteger,
  boolean,
  date,
  time,
  datetime,
  timestamp,
  json,
};

function read(parsed: string | ScalarFault): string | undefined {
  return typeof parsed === "string" ? parsed : undefined;
}

function limitFault(attribute: ScalarAttribute, value: Json): string | undefined {
  if (attribute.enum !== undefined && !attribute.enum.includes(String(value)))
    return "must be one of the values of enum";
  if (typeof value === "number") return rangeFault(value, attribute.min, attribute.max);
  if (attribute.type === "biginteger") return rangeFault(BigInt(String(value)), attribute.minBig, attribute.maxBig);
  return typeof value === "string" ? textFault(attribute, value) : undefined;
}

function rangeFault<T extends number | bigint>(value: T, min?: T, max?: T): string | undefined {
  if (min !== undefined && value < min) return `must be at least min, ${min}`;
  return max !== undefined && value > max ? `must be at most max, ${max}` : undefined;
}

function textFault({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, regex }: ScalarAttribute, value: string) {
  if (value.length < minLength) return `must have at least minLength, ${minLength}, characters`;
  if (value.length > maxLength) return `must have at most maxLength, ${maxLength}, characters`;
  return regex !== undefined && !regex.test(value) ? "must match regex" : undefined;
}
