import type { OpenApiDocument } from "../../../transport/parts/openapi/document.ts";
import { exchangeChecker } from "../../../transport/testing/contract/check-exchange.ts";
import type { Violation } from "../../../transport/testing/contract/violation.ts";
import { type Answer, type Exchange, hearExchanges } from "../vectors/play/exchange.ts";

/** How exchanges stand to a document. */
export interface Checked {
  /** Exchanges whose path the document knows. */
  readonly known: number;
  /** Where answers break the document. */
  readonly answers: readonly Violation[];
}

/** Checks all exchanges with a server while some work is done. */
export async function checkExchanges(
  { url, document }: { readonly url: string; readonly document: OpenApiDocument },
  work: () => Promise<unknown>,
): Promise<Checked> {
  const check = await exchangeChecker(document);
  let known = 0;
  const answers: Violation[] = [];
  const stop = hearExchanges((asked, sent, answer) => {
    // The form of Strapi 4 is another one, and OpenAPI has no words for a header that chooses it.
    if (asked !== url || sent.headers["strapi-response-format"] !== undefined) return;
    const violations = check(toCheck(sent, answer));
    // The document describes no answers for other paths and methods.
    if (violations.some(({ at }) => at === "path")) return;
    known++;
    answers.push(...violations.filter(({ part }) => part === "response"));
  });
  try {
    await work();
  } finally {
    stop();
  }
  return { known, answers };
}

/** Requests are not looked into: many of them are wrong on purpose. */
function toCheck({ method, path: target }: Exchange, { status, headers: answered, text }: Answer) {
  const [path = ""] = target.split("?");
  return {
    request: { method, path, query: "", contentType: null, body: null },
    response: { status, contentType: answered["content-type"] ?? null, body: text },
  };
}
