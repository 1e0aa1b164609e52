import { STATUS_CODES } from "node:http";
import { isRecord, type UnknownRecord } from "../../../../engine/internal.ts";

/** An error with the status of its answer, as `http-errors` makes it for `ctx.throw`. */
class HttpFault extends Error {
  readonly status: number;
  readonly statusCode: number;
  /** Whether callers are told its message. */
  readonly expose: boolean;
  details?: unknown;

  constructor(status: number, message = STATUS_CODES[status] ?? String(status)) {
    super(message);
    this.status = this.statusCode = STATUS_CODES[status] === undefined && !isError(status) ? 500 : status;
    this.expose = this.status < 500;
    if (isError(this.status)) this.name = faultName(this.status);
  }
}

/** Name of the error of a status: `BadRequestError`. */
export function faultName(status: number): string {
  const words = (STATUS_CODES[status] ?? (status < 500 ? "Bad Request" : "Internal Server Error")).replaceAll("'", "");
  const name = words
    .split(/[^A-Za-z]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
  return name.endsWith("Error") ? name : `${name}Error`;
}

/**
 * The error of `ctx.throw`: its arguments are a status, a message or an error, and further members, in any order. A given
 * error keeps its message, and gets the status.
 */
export function httpFault(...given: readonly unknown[]): Error & UnknownRecord {
  let error: (Error & UnknownRecord) | null = null;
  let status: unknown = 500;
  let message: string | undefined;
  let members: UnknownRecord = {};
  for (const each of given) {
    if (isThrown(each)) {
      error = each;
      status = each.status || each.statusCode || status;
    } else if (typeof each === "string") message = each;
    else if (typeof each === "number") status = each;
    else if (isRecord(each)) members = each;
  }
  const code = typeof status === "number" && (STATUS_CODES[status] !== undefined || isError(status)) ? status : 500;
  const { status: _status, statusCode: _statusCode, ...others } = members;
  if (error === null) return Object.assign(new HttpFault(code, message), others) as Error & UnknownRecord;
  return Object.assign(error, { expose: code < 500, status: code, statusCode: code }, others);
}

function isError(status: number): boolean {
  return status >= 400 && status < 600;
}

/** Whether a value is an error, of whatever realm. */
export function isThrown(value: unknown): value is Error & UnknownRecord {
  return isRecord(value) && typeof value.message === "string" && typeof value.stack === "string";
}

/** Every status of a refusal with its name in camel case: `badRequest`. */
export const REFUSALS: readonly (readonly [name: string, status: number, text: string])[] = Object.entries(STATUS_CODES)
  .map(([code, text = ""]) => [camelCase(text), Number(code), text] as const)
  .filter(([, status]) => isError(status));

function camelCase(text: string): string {
  const [first = "", ...others] = text.replaceAll("'", "").split(/[^A-Za-z]+/);
  return (
    first.toLowerCase() + others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()).join("")
  );
}
