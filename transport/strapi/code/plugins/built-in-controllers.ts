import { inOnePiece, isSource } from "../../../http/port.ts";
import { builtInAnswer } from "../controllers/built-in-answer.ts";
import { exchangeOf } from "../controllers/exchange.ts";
import type { KoaContext } from "../koa/koa-context.ts";
import type { StrapiController } from "../strapi-object.ts";
import { BUILT_IN_ROUTES } from "./built-in-routes.ts";

type Action = StrapiController[string];

const ACTIONS = new WeakSet<Action>();

/** Whether an action of a plugin is the one that every galley has. */
export function isBuiltInAction(action: Action): boolean {
  return ACTIONS.has(action);
}

/** The controllers of a plugin of Strapi, whose actions answer as the built-in routes. Projects replace actions in them. */
export function builtInControllers(plugin: string): Readonly<Record<string, StrapiController>> {
  const controllers: Record<string, StrapiController> = {};
  for (const { method, path, handler } of BUILT_IN_ROUTES[plugin] ?? []) {
    const [name = "", action = ""] = handler.split(".");
    controllers[name] ??= {};
    // The first path of several is the usual one.
    controllers[name][action] ??= builtInAction(method, path);
  }
  return controllers;
}

function builtInAction(method: string, path: string): Action {
  const action = async (ctx: KoaContext): Promise<void> => {
    const { prefix } = exchangeOf(ctx);
    const full = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(ctx.params[name] ?? "")));
    const answer = await builtInAnswer(ctx, method, prefix + full);
    if (answer === null) {
      ctx.notFound();
      return;
    }
    ctx.status = answer.status;
    if (answer.body !== null && !isSource(answer.body)) ctx.body = JSON.parse(String(inOnePiece(answer.body)));
  };
  ACTIONS.add(action);
  return action;
}
