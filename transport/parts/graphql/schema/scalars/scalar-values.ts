import { type ASTNode, GraphQLError, Kind, print, type ValueNode } from "graphql";
import { isDate } from "../../../../../engine/internal.ts";

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/;
const INTEGER = /^[+-]?\d+$/;
const WHOLE = /^(?:0|-?[1-9]\d*)$/;

/** A number literal that the scalar does not accept, without surrounding blanks. */
const NUMERIC = /^(?:[+-]?\d+|0x[\da-f]+|0o[0-7]+|0b[01]+)?$/i;

/** The answered form of a biginteger: a number if it can hold the value. */
export function longOf(digits: string): string | number {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : digits;
}

/** The answered form of an instant; timestamps are stored as milliseconds. */
export function instantText(value: unknown): string {
  // Own code may give a date.
  const text = isDate(value) ? value.toISOString() : String(value);
  return INTEGER.test(text) ? new Date(Number(text)).toISOString() : text;
}

/** Parses a calendar date. Throws GraphQLError, which is sent unchanged. */
export function parseDate(value: unknown, node?: ASTNode): string {
  if (typeof value !== "string") throw fault(`Date cannot represent non string type ${shown(value)}`, node);
  const parts = DATE.exec(value);
  if (parts === null || !isDay(parts)) throw fault(`Date cannot represent an invalid date-string ${value}.`, node);
  return value;
}

/** Parses an instant, as UTC with milliseconds. Throws GraphQLError, which is sent unchanged. */
export function parseDateTime(value: unknown, node?: ASTNode): string {
  if (typeof value !== "string") throw fault(`DateTime cannot represent non string or Date type ${shown(value)}`, node);
  const parts = DATE_TIME.exec(value);
  const instant = parts !== null && isDay(parts) ? Date.parse(value.toUpperCase()) : Number.NaN;
  if (Number.isNaN(instant)) throw fault(`DateTime cannot represent an invalid date-time-string ${value}.`, node);
  return new Date(instant).toISOString();
}

/** Parses a time of day, with milliseconds. Throws TypeError. */
export function parseTime(value: unknown): string {
  if (value instanceof OtherLiteral) throw new TypeError("Time cannot represent non string type");
  if (typeof value !== "string") throw new TypeError(`Expected a string, got a ${typeof value}`);
  const [, clock, fraction = ""] = TIME.exec(value) ?? [];
  if (clock === undefined) throw new TypeError("Invalid time format, expected HH:mm:ss.SSS");
  return `${clock}.${fraction.padEnd(3, "0")}`;
}

/** Parses an integer as text. Throws GraphQLError, which is sent unchanged, or TypeError. */
export function parseLong(value: unknown): string {
  const text = String(value);
  if (WHOLE.test(text)) return text;
  if (NUMERIC.test(text.trim())) throw new GraphQLError(`BigInt cannot represent value: ${text}`);
  throw new TypeError(`Cannot convert ${text} to a BigInt`);
}

/** The same for a literal. */
export function parseLongLiteral(node: ValueNode): string {
  if (!("value" in node)) throw fault(`BigInt cannot represent non-integer value: ${print(node)}`, node);
  if (node.kind === Kind.BOOLEAN) throw new GraphQLError(`BigInt cannot represent value: ${node.value}`);
  return parseLong(node.value);
}

/** A valid calendar date: its day survives a round trip. */
function isDay([, year, month, day]: readonly string[]): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number(year) < 100) date.setUTCFullYear(Number(year));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** The text of a string literal; any other literal is refused. */
export function literalText(node: ValueNode): unknown {
  return node.kind === Kind.STRING ? node.value : new OtherLiteral("value" in node ? String(node.value) : "false");
}

/** A literal of another kind in place of a string. */
class OtherLiteral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function shown(value: unknown): string | undefined {
  return value instanceof OtherLiteral ? value.text : JSON.stringify(value);
}

/** Sent unchanged, without the expected type. */
function fault(message: string, node: ASTNode | undefined): GraphQLError {
  return new GraphQLError(message, node === undefined ? {} : { nodes: node });
}
