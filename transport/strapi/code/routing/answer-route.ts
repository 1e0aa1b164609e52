import { type EngineError, isPromise } from "../../../../engine/internal.ts";
import { requestOrigin } from "../../../hooks/hook-origin.ts";
import { withinOrigin } from "../../../hooks/hook-scope.ts";
import { thrownByOwnCode } from "../../../hooks/own-error.ts";
import { HttpError } from "../../../http/http-error.ts";
import type { AnswerRoute } from "../../../parts/routes/route-serving.ts";
import { builtInAnswer } from "../controllers/built-in-answer.ts";
import { composed } from "../koa/compose.ts";
import { koaAnswer } from "../koa/koa-answer.ts";
import type { KoaContext } from "../koa/koa-context.ts";
import { isHiddenRefusal, refusalAnswer } from "../koa/refusal-answer.ts";
import { ERRORS } from "../shims/errors.ts";
import type { DeclaredRoute } from "./declared-routes.ts";
import { openContext, requireScopes } from "./request-contexts.ts";
import type { Middleware, Policy } from "./resolve-code.ts";
import type { RoutePattern } from "./route-pattern.ts";
import type { RoutedProject } from "./routed-project.ts";

/** A route of a project with its code. */
export interface ReadyRoute {
  readonly route: DeclaredRoute;
  readonly prefix: string;
  /** The rights beside the first one. */
  readonly scopes: readonly string[];
  readonly policies: readonly Policy[];
  readonly middlewares: readonly Middleware[];
  /** The action; null: the built-in one of this path. */
  readonly actions: readonly Middleware[] | null;
  readonly pattern: RoutePattern;
}

/** Answers a route as Strapi does: policies, then middlewares, then the action, whose result is the body. */
export function answerRoute(project: RoutedProject, ready: ReadyRoute): AnswerRoute {
  const { policies, middlewares, actions, scopes, pattern } = ready;
  const action = actions === null ? null : composed(actions);
  const chain = composed<KoaContext>(policies.length === 0 ? middlewares : [checked(policies), ...middlewares]);
  return async (serving, given) => {
    const params = pattern.read(given.params);
    if (params === null) return null;
    const run = { ...given, params };
    requireScopes(run.caller, scopes);
    const { strapi } = project;
    const { ctx, isGiven } = await openContext(serving, run, { ...ready, strapi });
    const code = async () => {
      let isPassed = false;
      const pass = async () => {
        isPassed = true;
      };
      try {
        await chain(ctx, () => (action === null ? answerBuiltIn(ctx) : runAction(ctx, action, pass)));
      } catch (error) {
        if (serving.profile.ownRefusals === "hidden" && isHiddenRefusal(error)) refuse(ctx, error);
        else if (isGiven) throw error;
        else return refusalAnswer(error);
      } finally {
        if (!isGiven) ctx.response.end();
      }
      const { response } = ctx;
      if (!response.isSet) {
        if (isPassed) return null;
        throw new HttpError("no route", "Not Found");
      }
      const isTagged = serving.entityTags && run.request.method === "GET";
      const answered = koaAnswer(response, { answerBytes: serving.answerBytes, isTagged });
      const answer = isPromise(answered) ? await answered : answered;
      // The middlewares around all requests send the headers of the same `ctx`.
      return isGiven ? { ...answer, headers: [], replaced: [] } : answer;
    };
    const origin = requestOrigin(run.caller, "route", run.request);
    return project.within(serving.store, ctx, () => withinOrigin(origin, code));
  };
}

function refuse(ctx: KoaContext, error: unknown): void {
  const { code } = thrownByOwnCode(error) as EngineError;
  if (code === "forbidden") ctx.forbidden();
  else ctx.unauthorized();
}

function checked(policies: readonly Policy[]): Middleware {
  return async (ctx, next) => {
    const context = Object.create(ctx, { is: { value: (type: string) => type === "koa" }, type: { value: "koa" } });
    for (const policy of policies) {
      const passes = await policy(context);
      if (passes !== true && passes !== undefined) throw new ERRORS.PolicyError();
    }
    return next();
  };
}

async function runAction(
  ctx: KoaContext,
  action: (ctx: KoaContext, inner: () => unknown) => Promise<unknown>,
  pass: () => Promise<void>,
): Promise<void> {
  const given = await action(ctx, pass);
  if (!ctx.response.hasBody && given !== undefined && given !== null) ctx.body = given;
}

async function answerBuiltIn(ctx: KoaContext): Promise<void> {
  const answer = await builtInAnswer(ctx, ctx.method, ctx.path);
  if (answer !== null) ctx.response.take(answer);
}
