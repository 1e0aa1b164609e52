import type { OperationDefinitionNode } from "graphql";
import type { Access } from "../../../../engine/internal.ts";
import { isPromise } from "../../../../engine/internal.ts";
import { knownCaller } from "../../../access/authorize.ts";
import type { FindCaller, KnownCaller } from "../../../access/caller.ts";
import type { ResponseCache } from "../../../contract/cache/response-cache.ts";
import type { Answer } from "../../../http/answer.ts";
import { isForm } from "../../../http/form/form-type.ts";
import { prefersPage } from "../../../http/headers/accept.ts";
import type { CorsPolicy } from "../../../http/headers/cors.ts";
import type { Page } from "../../../http/page/page.ts";
import { type HttpRequest, inBytes } from "../../../http/port.ts";
import type { RouteHandle } from "../../../http/service.ts";
import { type DocumentCache, DocumentError } from "../document/document-cache.ts";
import { operationOf, type PreparedDocument } from "../document/prepared-document.ts";
import type { Executed } from "../execute/executed.ts";
import type { Executor } from "../execute/executor.ts";
import type { GraphqlLimits } from "../limits.ts";
import { liftValues } from "../prepared/lift-values.ts";
import type { Suggestions } from "../schema/suggestions.ts";
import { guardAgainstCrossSite, guardForm } from "./cross-site-guard.ts";
import { NO_STORE } from "./errors.ts";
import { negotiate, OFFERED } from "./negotiate.ts";
import type { PersistedQueryCache } from "./persisted-queries.ts";
import { type GraphqlRequest, parseBody, postText, readGet, readPost } from "./read-request.ts";
import { RequestFault } from "./request-fault.ts";
import { operationIn, type ReceiveForm } from "./upload-form.ts";

export interface HandleOptions {
  readonly findCaller: FindCaller;
  readonly limits: GraphqlLimits;
  readonly documents: DocumentCache;
  readonly persisted: PersistedQueryCache;
  readonly suggestions: Suggestions;
  readonly executor: Executor;
  readonly cache: ResponseCache;
  /** The revision of the content that operations read. */
  readonly revision: () => number;
  /** The page for browsers; null: their requests are handled like any other. */
  readonly page: Page | null;
  /** Receives forms with files; null: operations come as JSON alone. */
  readonly receive: ReceiveForm | null;
  readonly cors: CorsPolicy;
}

/** Handles a request: caller, request body, operation, answer (graphql, §5). */
export function graphqlHandle(options: HandleOptions): RouteHandle {
  const { findCaller, limits, documents, persisted, suggestions, executor, cache, revision, page, receive } = options;
  return ({ request }) => {
    const isGet = request.method === "GET" || request.method === "HEAD";
    if (page !== null && isGet && prefersPage(request.header("accept"), OFFERED)) return page.show(request);

    const caller = callerOf(request);
    if (receive !== null && request.method === "POST" && isForm(request)) return sentAsForm(request, caller, receive);
    guardAgainstCrossSite(request);
    if (!isGet && request.method !== "POST") {
      const allow = [["allow", "GET, POST"]] as const;
      throw new RequestFault("Apollo Server supports only GET/POST requests.", { status: 405, headers: allow });
    }
    const text = isGet ? request.query : postText(request);
    // No URL, by which other services keep answers, begins like this.
    const key = `${isGet ? "GET" : "POST"} ${text}`;
    const cached = cache.get(caller.access, key);
    if (cached !== null) return { ...cached, contentType: negotiate(request.header("accept")) };
    const lifted = isGet ? null : liftValues(text);
    const known = lifted && executor.filled(lifted, caller);
    if (known !== null) {
      const contentType = negotiate(request.header("accept"));
      const executed = executor.runFilled(known, caller);
      if (executed !== null) {
        keep(caller.access, key, executed);
        return answerOf(executed, contentType);
      }
    }
    const asked = isGet ? readGet(text, limits) : readPost(text, limits);
    const contentType = negotiate(request.header("accept"));

    const { prepared, operation } = read(asked, caller);
    if (isGet && operation.operation !== "query") {
      const message = `GET requests only support query operations, not ${operation.operation} operations`;
      throw new RequestFault(message, { status: 405, headers: [["allow", "POST"]] });
    }
    const ready = { prepared, operation, variables: asked.variables, caller, request };
    const executed = executor.run(ready, isRepeatable(asked, operation) ? lifted : null);
    if (isPromise(executed)) return executed.then((later) => answerOf(later, contentType));
    // A document that comes with its hash is to be remembered each time.
    if (asked.query === null || asked.hash === null) keep(caller.access, key, executed);
    return answerOf(executed, contentType);
  };

  /** Answers an operation that comes with its files; the files that it does not keep are discarded. */
  async function sentAsForm(request: HttpRequest, caller: KnownCaller, receiveForm: ReceiveForm): Promise<Answer> {
    guardForm(request, options.cors);
    const form = await receiveForm(request, caller);
    try {
      const asked = operationIn(form, limits);
      const contentType = negotiate(request.header("accept"));
      const { variables } = asked;
      const executed = await executor.run({ ...read(asked, caller), variables, caller, request }, null);
      return answerOf(executed, contentType);
    } finally {
      await form.end();
    }
  }

  function read(asked: GraphqlRequest, caller: KnownCaller) {
    const prepared = readFor(caller, persisted.documentOf(asked));
    persisted.remember(asked);
    return { prepared, operation: operationOf(prepared, asked.operationName) };
  }

  /**
   * As over REST, a body that is no JSON is reported before credentials that are not valid.
   *
   * @throws EngineError `unauthorized`; HttpError, LimitError for the body.
   */
  function callerOf(request: HttpRequest): KnownCaller {
    try {
      return knownCaller(findCaller, request);
    } catch (refusal) {
      if (request.method === "POST" && !isForm(request)) parseBody(postText(request), limits);
      throw refusal;
    }
  }

  /** Keeps the answer to a query for callers with the same rights and the same request. */
  function keep(access: Access, key: string, { status, body, queries }: Executed): void {
    if (queries === undefined || !cache.wants(key, body.length)) return;
    const types = executor.typesBehind(queries());
    cache.put(access, key, { answer: { status, body: inBytes(body), headers: NO_STORE }, at: revision(), types });
  }

  /** @throws DocumentError with what its caller may know. */
  function readFor({ access }: KnownCaller, text: string): PreparedDocument {
    try {
      return documents.read(text);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw new DocumentError(error.stage, suggestions.shownTo(access, error.errors));
    }
  }
}

function answerOf({ status, body, headers = [], replaced = [] }: Executed, contentType: string): Answer {
  return { status, body, contentType, headers: headers.length > 0 ? [...NO_STORE, ...headers] : NO_STORE, replaced };
}

/** Whether bodies that differ in values alone may be answered without being read: the document is in the body, and reads. */
function isRepeatable({ query, hash }: GraphqlRequest, { operation }: OperationDefinitionNode): boolean {
  return query !== null && hash === null && operation === "query";
}
