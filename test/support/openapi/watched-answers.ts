/** Has every answer that any galley gives from now on checked by its OpenAPI document, wherever that knows the path. */
import { expect } from "vitest";
import { Deployment } from "../../../transport/compose/deployment.ts";
import type { HttpRequest, HttpResponse } from "../../../transport/http/port.ts";
import { inBytes, isSource } from "../../../transport/http/port.ts";
import { type CheckExchange, exchangeChecker } from "../../../transport/testing/contract/check-exchange.ts";
import { describeViolation } from "../../../transport/testing/contract/violation.ts";

/** By the text of the document: many tests open galleys of the same types. */
const checkers = new Map<string, Promise<CheckExchange>>();
const pending = new Set<Promise<void>>();
const broken = new Map<string, string>();
let checked = 0;

const { handler } = Deployment.prototype;

Deployment.prototype.handler = function (services, contents) {
  const handle = handler.call(this, services, contents);
  const checker = (): Promise<CheckExchange> =>
    this.openapi(services, contents).then((document) => {
      const text = JSON.stringify(document);
      const known = checkers.get(text) ?? exchangeChecker(document);
      checkers.set(text, known);
      return known;
    });
  let ready: Promise<CheckExchange> | null = null;
  return (request) => {
    // Faults that tests add are in no document, and neither is the form of Strapi 4.
    const isOther = contents.faults.list().length > 0 || request.header("strapi-response-format") !== undefined;
    const answer = handle(request);
    if (isOther) return answer;
    const test = expect.getState().currentTestName ?? "";
    ready ??= checker();
    const check = Promise.all([ready, answer]).then(([by, response]) => look(by, request, response, test));
    pending.add(check);
    void check.finally(() => pending.delete(check));
    return answer;
  };
};

function look(check: CheckExchange, request: HttpRequest, response: HttpResponse, test: string): void {
  const { status, body, headers, ownHeaders = [] } = response;
  if (status === 0 || (body !== null && isSource(body))) return;
  const contentType = [...headers, ...ownHeaders].find(([name]) => name === "content-type")?.[1] ?? null;
  const text = body === null ? "" : Buffer.from(inBytes(body)).toString();
  const { method, path, query } = request;
  const violations = check({
    request: { method, path, query, contentType: null, body: null },
    response: { status, contentType, body: method === "HEAD" ? "" : text },
  });
  if (violations.some(({ at }) => at === "path")) return;
  checked++;
  for (const violation of violations) {
    if (violation.part === "response") broken.set(describeViolation(violation).slice(0, 400), test);
  }
}

/** How answers have stood to their documents since this was asked last. */
export async function brokenAnswers(): Promise<{ readonly checked: number; readonly broken: readonly string[] }> {
  await Promise.all(pending);
  const since = { checked, broken: [...broken].map(([violation, test]) => `${violation}\n    in ${test}`) };
  broken.clear();
  checked = 0;
  return since;
}
