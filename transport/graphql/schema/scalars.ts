import {
  type ASTNode,
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
} from "graphql";
import type { ScalarType } from "../../../engine/index.ts";
import { literalValue } from "./literal-value.ts";

/** Scalars beyond those of the language, and which one each attribute type has (graphql, §3 and §6). */

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/;
const INTEGER = /^[+-]?\d+$/;

const DateScalar = new GraphQLScalarType<string, unknown>({
  name: "Date",
  description:
    "A date string, such as 2007-12-03, compliant with the `full-date` format outlined in section 5.6 of the RFC 3339 profile of the ISO 8601 standard for representation of dates and times using the Gregorian calendar.",
  parseValue: (value) => parseDate(value),
  parseLiteral: (node) => parseDate(plainValue(node), node),
});

const DateTimeScalar = new GraphQLScalarType<string, unknown>({
  name: "DateTime",
  description:
    "A date-time string at UTC, such as 2007-12-03T10:15:30Z, compliant with the `date-time` format outlined in section 5.6 of the RFC 3339 profile of the ISO 8601 standard for representation of dates and times using the Gregorian calendar.",
  serialize: instantText,
  parseValue: (value) => parseDateTime(value),
  parseLiteral: (node) => parseDateTime(plainValue(node), node),
});

const TimeScalar = new GraphQLScalarType<string, unknown>({
  name: "Time",
  description: "A time string with format HH:mm:ss.SSS",
  parseValue: parseTime,
  parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : null),
});

/** Kept as text, so that no digit is lost. */
const LongScalar = new GraphQLScalarType<string, string | number>({
  name: "Long",
  description: "The `BigInt` scalar type represents non-fractional signed whole numeric values.",
  serialize: (value) => longOf(String(value)),
  parseValue: parseLong,
  parseLiteral: (node) => parseLong(plainValue(node)),
});

export const JsonScalar = new GraphQLScalarType({
  name: "JSON",
  description:
    "The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf).",
  specifiedByURL: "http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf",
  parseValue: (value) => value,
  parseLiteral: literalValue,
});

const SCALARS: Readonly<Record<ScalarType, GraphQLScalarType>> = {
  string: GraphQLString,
  text: GraphQLString,
  richtext: GraphQLString,
  email: GraphQLString,
  password: GraphQLString,
  uid: GraphQLString,
  enumeration: GraphQLString,
  blocks: JsonScalar,
  json: JsonScalar,
  integer: GraphQLInt,
  biginteger: LongScalar,
  float: GraphQLFloat,
  decimal: GraphQLFloat,
  boolean: GraphQLBoolean,
  date: DateScalar,
  time: TimeScalar,
  datetime: DateTimeScalar,
  timestamp: DateTimeScalar,
};

/** The scalar of an attribute type: for enumerations that of their stored values. */
export function scalarOf(type: ScalarType): GraphQLScalarType {
  return SCALARS[type];
}

/** A biginteger as it is answered: a number where one can hold it. */
export function longOf(digits: string): string | number {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : digits;
}

/** An instant as it is answered; timestamps are kept as milliseconds. */
export function instantText(value: unknown): string {
  const text = String(value);
  return INTEGER.test(text) ? new Date(Number(text)).toISOString() : text;
}

function parseDate(value: unknown, node?: ASTNode): string {
  if (typeof value !== "string") throw fault(`Date cannot represent non string type ${told(value)}`, node);
  const parts = DATE.exec(value);
  if (parts === null || !isDay(parts)) throw fault(`Date cannot represent an invalid date-string ${value}.`, node);
  return value;
}

function parseDateTime(value: unknown, node?: ASTNode): string {
  if (typeof value !== "string") throw fault(`DateTime cannot represent non string or Date type ${told(value)}`, node);
  const parts = DATE_TIME.exec(value);
  const instant = parts !== null && isDay(parts) ? Date.parse(value.toUpperCase()) : Number.NaN;
  if (Number.isNaN(instant)) throw fault(`DateTime cannot represent an invalid date-time-string ${value}.`, node);
  return new Date(instant).toISOString();
}

function parseTime(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("Time cannot represent non string type");
  const [, clock, fraction = ""] = TIME.exec(value) ?? [];
  if (clock === undefined) throw new TypeError("Invalid time format, expected HH:mm:ss.SSS");
  return `${clock}.${fraction.padEnd(3, "0")}`;
}

function parseLong(value: unknown): string {
  const text = typeof value === "string" || typeof value === "number" || value instanceof Written ? told(value) : "";
  if (!INTEGER.test(text)) throw new TypeError(`Cannot convert ${told(value)} to a BigInt`);
  return BigInt(text.replace("+", "")).toString();
}

/** Day of the calendar: a number of the month that comes back as it went in. */
function isDay([, year, month, day]: readonly string[]): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number(year) < 100) date.setUTCFullYear(Number(year));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** The value of a literal that is one; numbers as they are written. */
function plainValue(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.STRING:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return new Written(node.value);
    default:
      return literalValue(node);
  }
}

/** The digits of a literal, which are no text of the language. */
class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function told(value: unknown): string {
  return value instanceof Written ? value.text : String(value);
}

/** Told as it stands, without the type that was expected. */
function fault(message: string, node: ASTNode | undefined): GraphQLError {
  return new GraphQLError(message, node === undefined ? {} : { nodes: node });
}
