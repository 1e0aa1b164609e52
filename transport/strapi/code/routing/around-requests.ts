import { EngineError } from "../../../../engine/internal.ts";
import type { Answer } from "../../../http/answer.ts";
import { HttpError } from "../../../http/http-error.ts";
import { InnerRequest } from "../../../http/inner-request.ts";
import { WITH_BODY } from "../../../http/methods.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { AroundRequests, Arriving } from "../../../parts/routes/route-serving.ts";
import { strapiError } from "../controllers/strapi-error.ts";
import { composed } from "../koa/compose.ts";
import { koaAnswer } from "../koa/koa-answer.ts";
import type { KoaContext } from "../koa/koa-context.ts";
import { isHiddenRefusal, refusalAnswer } from "../koa/refusal-answer.ts";
import { handOn, newContext } from "./request-contexts.ts";
import type { Middleware } from "./resolve-code.ts";
import type { RoutedProject } from "./routed-project.ts";

/** Runs the middlewares of `config/middlewares` that are the project's own around every request; null: there are none. */
export function aroundRequests(project: RoutedProject, middlewares: readonly Middleware[]): AroundRequests | null {
  if (middlewares.length === 0) return null;
  const chain = composed<KoaContext>(middlewares);
  return async (serving, arriving, inner) => {
    const { service, serviceAt } = arriving;
    const { readable: request, ctx } = await newContext(serving, arriving.request, service);
    return project.within(serving.store, ctx, async () => {
      const { response } = ctx;
      try {
        await chain(ctx, async () => {
          const asked = askedBy(ctx, request);
          handOn(asked, ctx);
          const within = { request: asked, service: serviceAt(asked.path, asked.method), serviceAt };
          response.take(await answered(within, inner));
        });
      } catch (error) {
        return refusalAnswer(error);
      } finally {
        response.end();
      }
      if (!response.isSet) throw new HttpError("no route", "Not Found");
      return koaAnswer(response, { answerBytes: serving.answerBytes, isTagged: false });
    });
  };
}

/**
 * An answer also where there is no route, and for a caller without the right: Strapi's middlewares see these as answers.
 *
 * @throws other errors as the errors of `@strapi/utils` (rejected).
 */
async function answered(arriving: Arriving, inner: Parameters<AroundRequests>[2]): Promise<Answer> {
  try {
    return await inner(arriving);
  } catch (error) {
    const isMissing = error instanceof EngineError && error.code === "not-found";
    if (error instanceof HttpError || isMissing || isHiddenRefusal(error)) return arriving.service.errors(error);
    throw strapiError(error);
  }
}

/** The request with what the middlewares have made of it. */
function askedBy({ request }: KoaContext, given: HttpRequest): InnerRequest {
  const { method, path, headers } = request;
  const json = request.isBodyRead && WITH_BODY.has(method) ? { json: request.body ?? {} } : {};
  return new InnerRequest(given, { method, path, query: request.askedQuery, headers, ...json });
}
