import { shapes } from "../../../storage/internal.ts";
import { wholeNumber } from "../../config/shape-parts.ts";

export interface Expected {
  /** Exactly so many; at least one when absent. */
  readonly times?: number;
}

export interface Wait extends Expected {
  /** Milliseconds: 1000 when absent. */
  readonly timeout?: number;
}

const { optional, record, test } = shapes;

const EXPECTED_MEMBERS = { times: optional(wholeNumber(0)) };

/** What `requests.expect` and `requests.waitFor` take second. */
export const EXPECTED = record<Expected>(EXPECTED_MEMBERS);
export const WAIT = record<Wait>({
  ...EXPECTED_MEMBERS,
  timeout: optional(test("must be milliseconds", (value) => typeof value === "number" && value >= 0)),
});
