import type { OpenApiDocument } from "../../../transport/openapi/document.ts";
import { exchangeChecker } from "../../../transport/testing/contract/check-exchange.ts";
import type { Violation } from "../../../transport/testing/contract/violation.ts";
import { type Answer, type Exchange, hearExchanges } from "../vectors/exchange.ts";

/** How exchanges stand to a document. */
export interface Checked {
  /** Exchanges whose path the document knows. */
  readonly known: number;
  /** Where answers break the document. */
  readonly answers: readonly Violation[];
  /** Where requests break it that were answered as if they did not. */
  readonly accepted: readonly Violation[];
}

/** Checks what is exchanged with a server while some work is done. */
export async function checkExchanges(
  { url, document }: { readonly url: string; readonly document: OpenApiDocument },
  work: () => Promise<unknown>,
): Promise<Checked> {
  const check = await exchangeChecker(document);
  let known = 0;
  const answers: Violation[] = [];
  const accepted: Violation[] = [];
  const stop = hearExchanges((asked, sent, answer) => {
    // The form of Strapi 4 is another one, and OpenAPI has no words for a header that chooses it.
    if (asked !== url || sent.headers["strapi-response-format"] !== undefined) return;
    const violations = check(toCheck(sent, answer));
    // Other paths, and other methods, have no answer that a document tells of.
    if (violations.some(({ at }) => at === "path")) return;
    known++;
    answers.push(...violations.filter(({ part }) => part === "response"));
    if (answer.status < 400) accepted.push(...violations.filter(({ part }) => part === "request"));
  });
  try {
    await work();
  } finally {
    stop();
  }
  return { known, answers, accepted };
}

function toCheck({ method, path: target, headers, body }: Exchange, { status, headers: answered, text }: Answer) {
  const [path = "", ...query] = target.split("?");
  const contentType = headers["content-type"];
  return {
    request: {
      method,
      path,
      query: query.join("?"),
      contentType: typeof contentType === "string" ? contentType : null,
      body: body === null ? null : body.toString(),
    },
    response: { status, contentType: answered["content-type"] ?? null, body: text },
  };
}
