import { isDate, isRecord, parseDatetime, validationError, withFaultsInMessage } from "../../../engine/internal.ts";
import { shapes } from "../../../storage/core.ts";
import { isTime } from "../../runtime/time.ts";

/** When to act, and on what of the document. */
export interface Order {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly locale: string | null;
  readonly pin: boolean;
}

const { optional, record, test } = shapes;

const AT = test("must be a date and a time, as 2027-01-01T06:00:00Z", (value) => !Number.isNaN(timeOf(value)));
const LOCALE = test("must be the code of a locale, or *", (value) => value === null || typeof value === "string");
const PIN = test("must be true or false", (value) => typeof value === "boolean");

const ORDER = record<{ at: unknown; locale: unknown; pin: unknown }>({
  at: AT,
  locale: optional(LOCALE),
  pin: optional(PIN),
});

/** Of the body of a request, or of a program. @throws EngineError `validation` with every fault and its path. */
export function readOrder(given: unknown, now: number): Order {
  const issues = ORDER(given);
  if (issues.length > 0 || !isRecord(given)) throw withFaultsInMessage(validationError(issues));
  const { locale = null, pin = false } = given;
  const at = timeOf(given.at);
  if (at <= now) {
    const message = "must lie in the future";
    throw withFaultsInMessage(validationError([{ path: ["at"], message, value: given.at }]));
  }
  return { at, locale: locale as string | null, pin: pin === true };
}

function timeOf(value: unknown): number {
  if (isDate(value)) return isTime(value) ? value.getTime() : Number.NaN;
  const parsed = parseDatetime(value);
  return typeof parsed === "string" ? Date.parse(parsed) : Number.NaN;
}
