import { fc } from "../../support/fast-check.ts";

/** Numbers in all their forms; a number below 1 counts as 1, a value that is not a number as the maximum. */
const SIZES = ["1", "2", "3", "0", "-1", "", "0x2", " 2 ", "1e1", "7", "1000", "abc"] as const;
const STARTS = ["0", "1", "2", "3", "-1", "", "50"] as const;
const PAGES = ["1", "2", "3", "0", "-2", "", "9"] as const;
const COUNTS = ["true", "t", "1", "false", "f", "0"] as const;

const withCount = fc.constantFrom(...COUNTS);

/** `pagination` in either style. */
export const pagination: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom("", "5", null, {}, { page: null, start: "0" }, { page: "1.5", pageSize: "2" }, { nosuch: "1" }),
  fc.record({ page: fc.constantFrom(...PAGES), pageSize: fc.constantFrom(...SIZES), withCount }, { requiredKeys: [] }),
  fc.record({ start: fc.constantFrom(...STARTS), limit: fc.constantFrom(...SIZES), withCount }, { requiredKeys: [] }),
);
