import { shapes } from "../../../../storage/core.ts";
import { wholeNumber } from "../../../config/shape-parts.ts";

export interface Expected {
  /** The exact number; by default at least one. */
  readonly times?: number;
}

export interface Wait extends Expected {
  /** Milliseconds. Default: 1000. */
  readonly timeout?: number;
}

const { optional, record, test } = shapes;

const EXPECTED_MEMBERS = { times: optional(wholeNumber()) };

/** The second argument of `requests.expect` and `requests.waitFor`. */
export const EXPECTED = record<Expected>(EXPECTED_MEMBERS);
export const WAIT = record<Wait>({
  ...EXPECTED_MEMBERS,
  timeout: optional(test("must be milliseconds", (value) => typeof value === "number" && value >= 0)),
});
