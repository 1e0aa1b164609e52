import { Contract, violationsOf } from "./contract.ts";
import type { MatcherResult } from "./matcher-result.ts";
import type { ServerMatchOptions } from "./server-match.ts";
import { describeViolation, type Violation } from "./violation.ts";

/** For `expect.extend`. */
export const contractMatchers = {
  /**
   * For an answer that a wrapped fetch has returned: it and its request conform to the document. For a contract: all checked
   * exchanges conform, and there was at least one.
   */
  toMatchContract(received: unknown): MatcherResult {
    if (received instanceof Contract) return ofContract(received);
    const violations = isResponse(received) ? violationsOf(received) : undefined;
    if (violations !== undefined) return resultOf(violations, "The exchange");
    return {
      pass: false,
      message: () =>
        "expected an answer of a watched fetch, or a contract: contract.watch(fetch) makes the one of the other",
    };
  },

  /** For a galley: it answers these requests as the server at the URL does. `await` the expectation. */
  async toMatchServer(received: unknown, url: string | URL, options: ServerMatchOptions = {}): Promise<MatcherResult> {
    const { matchServer } = await import("./server-match.ts");
    return matchServer(received, url, options);
  },
};

/** For the declarations of matchers: `interface Matchers<T> extends ContractMatchers<T> {}`. */
export interface ContractMatchers<R = unknown> {
  toMatchContract(): R;
  toMatchServer(url: string | URL, options?: ServerMatchOptions): Promise<R>;
}

function ofContract(contract: Contract): MatcherResult {
  if (contract.exchanges > 0) return resultOf(contract.violations, "What was exchanged");
  return { pass: false, message: () => "expected something to have been exchanged by a watched fetch" };
}

function resultOf(violations: readonly Violation[], what: string): MatcherResult {
  return {
    pass: violations.length === 0,
    message: () =>
      violations.length === 0
        ? `${what} keeps to the document`
        : `${what} breaks the document:\n${violations.map((each) => `  ${describeViolation(each)}`).join("\n")}`,
  };
}

/** Of any realm. */
function isResponse(value: unknown): value is Response {
  return typeof value === "object" && value !== null && "status" in value && "headers" in value;
}
