import { isRecord } from "../../../../engine/internal.ts";
import type { KoaMiddleware } from "../koa/compose.ts";
import type { KoaContext } from "../koa/koa-context.ts";
import type { LoadedModule } from "../project-modules.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";
import type { RoutedProject } from "./routed-project.ts";

export type Middleware = KoaMiddleware<KoaContext>;

/** A policy of a route, with its parameters. */
export type Policy = (context: object) => unknown;

/**
 * The middlewares of a route, or of `config/middlewares`, in order. Strapi's own (`strapi::body`) are part of Galley, and
 * left out.
 *
 * @throws Error for one that the project does not have.
 */
export function resolveMiddlewares(project: RoutedProject, owner: string, given: unknown): readonly Middleware[] {
  const list = Array.isArray(given) ? given : [];
  return list.flatMap((each: Loose) => {
    if (typeof each === "function") return [each as Middleware];
    const { name, resolve, config = {} } = typeof each === "string" ? { name: each } : (each ?? {});
    const reference = String(name ?? resolve ?? "");
    if (isOfStrapi(reference)) return [];
    const module = find(project, "middlewares", owner, reference);
    if (module === null) throw new Error(`Middleware ${reference} not found.`);
    const made = instance(module, config, project.strapi);
    return made === null ? [] : [made];
  });
}

/** @throws Error for a policy that the project does not have. */
export function resolvePolicies(project: RoutedProject, owner: string, given: unknown): readonly Policy[] {
  const { strapi } = project;
  const list = Array.isArray(given) ? given : [];
  return list.flatMap((each: Loose) => {
    const { name, config = {}, handler } = isRecord(each) ? (each as Loose) : { name: each };
    const own = typeof each === "function" ? each : handler;
    if (typeof own === "function") return [(context) => own(context, config, { strapi })];
    const reference = String(name);
    // Those of the panel have no meaning without it.
    if (reference.startsWith("admin::") || reference.startsWith("plugin::content-manager.")) return [];
    const policy = find(project, "policies", owner, reference);
    if (policy === null) throw new Error(`Could not find policy "${reference}"`);
    const found: Loose = policy;
    const run = typeof found === "function" ? found : found.handler;
    if (typeof found.validator === "function") found.validator(config);
    return [(context) => run(context, config, { strapi })];
  });
}

function isOfStrapi(reference: string): boolean {
  return reference.startsWith("strapi::") || reference.startsWith("admin::");
}

function instance(factory: Loose, config: unknown, strapi: StrapiObject): Middleware | null {
  const made = typeof factory === "function" ? factory(config, { strapi }) : factory;
  return typeof made === "function" ? made : null;
}

/** A policy or middleware by name: `global::x`, `api::post.x`, `plugin::x.y`, or `x` of the route's own api. */
function find(project: RoutedProject, kind: "policies" | "middlewares", owner: string, reference: string): Loose {
  const { modules, strapi } = project;
  const [, space = "", rest = ""] = /^(\w+)::(.*)$/.exec(reference) ?? [];
  if (space === "") {
    // A name without an owner stands for all.
    const own = owner === "" ? null : find(project, kind, owner, `${owner}.${reference}`);
    return own ?? find(project, kind, owner, `global::${fileName(reference)}`);
  }
  if (space === "global") return loaded(modules[kind].get(rest));
  const dot = rest.indexOf(".");
  const [group, name] = [rest.slice(0, dot), rest.slice(dot + 1)];
  const among = space === "api" ? modules.apis : modules.plugins;
  const found = loaded(among.find((each) => each.name === group)?.[kind].get(name));
  if (found !== null || space !== "plugin") return found;
  const plugin: Loose = strapi.plugin(group);
  return plugin?.[kind]?.[name] ?? null;
}

/** A middleware that is named by its file: `./src/middlewares/x`. */
function fileName(reference: string): string {
  return reference.replace(/^.*\//, "").replace(/\.[cm]?[jt]s$/, "");
}

function loaded(module: LoadedModule | undefined): Loose {
  return module?.exports ?? null;
}
