import { builtInAnswer, jsonOf } from "../controllers/built-in-answer.ts";
import { exchangeOf } from "../controllers/exchange.ts";
import type { KoaContext } from "../koa/koa-context.ts";
import type { StrapiController } from "../strapi-object.ts";
import { BUILT_IN_ROUTES, type BuiltInRoute } from "./built-in-routes.ts";

type Action = StrapiController[string];

const ACTIONS = new WeakSet<Action>();

/** Whether an action of a plugin is the one that every galley has. */
export function isBuiltInAction(action: Action): boolean {
  return ACTIONS.has(action);
}

/** The controllers of a plugin of Strapi, whose actions answer as the built-in routes. Projects replace actions in them. */
export function builtInControllers(plugin: string): Readonly<Record<string, StrapiController>> {
  const controllers: Record<string, StrapiController> = {};
  const routes = BUILT_IN_ROUTES[plugin] ?? [];
  for (const { handler } of routes) {
    const [name = "", action = ""] = handler.split(".");
    controllers[name] ??= {};
    controllers[name][action] ??= builtInAction(routes.filter((route) => route.handler === handler));
  }
  return controllers;
}

/** An action that answers as one of its routes does: the request has all parameters of that route, and it has the most. */
function builtInAction(routes: readonly BuiltInRoute[]): Action {
  const byParams = [...routes].sort((one, other) => namesIn(other.path).length - namesIn(one.path).length);
  const action = async (ctx: KoaContext): Promise<void> => {
    const { prefix } = exchangeOf(ctx);
    const has = (name: string) => ctx.params[name] !== undefined;
    const { method, path } = byParams.find((route) => namesIn(route.path).every(has)) ?? (routes[0] as BuiltInRoute);
    const full = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(ctx.params[name] ?? "")));
    const answer = await builtInAnswer(ctx, method, prefix + full);
    if (answer === null) {
      ctx.notFound();
      return;
    }
    ctx.status = answer.status;
    const body = jsonOf(answer);
    if (body !== undefined) ctx.body = body;
  };
  ACTIONS.add(action);
  return action;
}

function namesIn(path: string): readonly string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name);
}
