import type { Loose, StrapiObject } from "../strapi-object.ts";
import { type CoreAction, corePaths } from "./core-paths.ts";

/** Options of `factories.createCoreRouter`. */
export interface CoreRouterOptions {
  readonly prefix?: string;
  readonly only?: readonly CoreAction[];
  readonly except?: readonly CoreAction[];
  readonly config?: Partial<Record<CoreAction, Loose>>;
  readonly type?: string;
}

/** A core router of a project: its routes depend on the content type, which is known once the project is loaded. */
export interface CoreRouter {
  readonly type: string;
  readonly prefix: string | undefined;
  readonly routes: readonly Loose[];
}

/** `factories.createCoreRouter`. `strapi` is the global one. */
export function createCoreRouter(uid: string, options: CoreRouterOptions = {}): CoreRouter {
  const { prefix, only, except = [], config = {}, type = "content-api" } = options;
  let routes: readonly Loose[] | null = null;
  return {
    type,
    prefix,
    get routes() {
      routes ??= coreRoutes(uid)
        .filter(({ action }) => !except.includes(action) && (only === undefined || only.includes(action)))
        .map(({ action, method, path }) => ({
          method,
          path,
          handler: `${uid}.${action}`,
          config: config[action] ?? {},
        }));
      return routes;
    },
    // As in Strapi, an assignment has no effect; code is loaded in strict mode, which would refuse it.
    set routes(_) {},
  };
}

function coreRoutes(uid: string) {
  const { strapi }: { readonly strapi?: StrapiObject } = globalThis as Loose;
  const contentType = strapi?.contentType(uid);
  if (contentType === undefined) throw new Error(`createCoreRouter: there is no content type "${uid}"`);
  const { singularName, pluralName } = contentType.info;
  return corePaths({ kind: contentType.kind === "singleType" ? "single" : "collection", singularName, pluralName });
}
