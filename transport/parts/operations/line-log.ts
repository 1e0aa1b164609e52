import { isError } from "../../../storage/core.ts";
import type { Log } from "../../runtime/log.ts";
import { isRequest, type RequestFields } from "./request-log.ts";

/** From the least to the most important, in pino's order. */
const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/**
 * A log in lines for people: `GET /api/posts 200 3 ms` for a request, and for anything else the message with its
 * fields.
 */
export function lineLog(level: string, alertLevel: string, write: (line: string) => void): Log {
  const isLevelEnabled = (own: string, least = level) => LEVELS.indexOf(own) >= LEVELS.indexOf(least);
  const at = (own: string, least = level) =>
    isLevelEnabled(own, least)
      ? (fields: object, message: string) => write(`${lineOf(own, fields, message)}\n`)
      : () => {};
  return { info: at("info"), warn: at("warn"), error: at("error"), alert: at("warn", alertLevel), isLevelEnabled };
}

function lineOf(level: string, fields: object, message: string): string {
  if (isRequest(fields)) return requestLine(fields);
  const line = `${message}${describe(fields, message)}`;
  return level === "info" ? line : `${level === "warn" ? "warning" : level}: ${line}`;
}

function requestLine({ method, path, query, status, ms }: RequestFields): string {
  return `${method} ${path}${query === undefined ? "" : `?${query}`} ${status} ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** The fields that the message does not contain already. */
function describe(fields: object, message: string): string {
  const parts = Object.entries(fields).flatMap(([key, value]) => {
    if (isError(value)) return [`${key}: ${value.stack ?? value.message}`];
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text === undefined || message.includes(text) ? [] : [`${key}: ${text}`];
  });
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
