import { isRegExp } from "../../../../engine/internal.ts";
import { withoutSecrets } from "../../../http/params/without-secrets.ts";
import { ExpectationError } from "../../../runtime/expectation-error.ts";
import type { Expected } from "./expected.ts";
import type { RecordedRequest, RequestFilter } from "./recorded-request.ts";

/** Number of requests that are listed in the message, the newest. */
const LISTED = 20;

/** The error that the requests were not as a test expected them. */
export function unexpectedRequests(
  which: RequestFilter,
  { times }: Expected,
  found: number,
  asked: readonly RecordedRequest[],
): ExpectationError {
  const wanted = times === undefined ? "at least one request" : `${times} request${times === 1 ? "" : "s"}`;
  const lines = asked.slice(-LISTED).map(({ method, path, query, status }) => {
    // Reports of tests are kept and shown like logs.
    return `  ${method} ${path}${query === "" ? "" : `?${withoutSecrets(query)}`} → ${status}`;
  });
  const heard = lines.length === 0 ? "Nothing was asked." : `Asked was${asked.length > LISTED ? ", last" : ""}:`;
  return new ExpectationError(
    [`Expected ${wanted} like ${describe(which)}, found ${found}. ${heard}`, ...lines].join("\n"),
  );
}

function describe(which: RequestFilter): string {
  if (typeof which === "function") return which.toString();
  return JSON.stringify(which, (_, value: unknown) => (isRegExp(value) ? String(value) : value));
}
