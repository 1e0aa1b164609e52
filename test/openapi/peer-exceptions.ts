import { describeViolation, type Violation } from "../../transport/testing/contract/violation.ts";

/** Answers of Strapi that break the document on purpose, by the violation. */
export const PEER_EXCEPTIONS: readonly { readonly restsOn: string; readonly explains: RegExp }[] = [
  {
    restsOn: "decisions: dynamic zone items of a component outside its list are refused",
    explains: /^POST \/api\/page\S*: response body\/data\/zone\/\d+ must /,
  },
];

/** Whether one of the exceptions explains it. */
export function isMeant(violation: Violation): boolean {
  return PEER_EXCEPTIONS.some(({ explains }) => explains.test(describeViolation(violation)));
}
