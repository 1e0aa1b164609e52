import type { DocumentCalls, HookAction, HookParams } from "./hook.ts";

/** Runs the hooks around a call, and the call within them. */
export type RunAround = (
  action: HookAction,
  params: HookParams,
  core: (params: HookParams) => Promise<unknown>,
) => Promise<unknown>;

export interface HookedPage {
  readonly entries: unknown;
  /** Null if it is not asked for. */
  readonly total: unknown;
}

/** `asked`: counted with the caller's filters; `narrowed`: with the filters that hooks have given to `findMany`. */
export type CountedWith = "asked" | "narrowed" | "not";

/** A list with hooks around it: Strapi's controllers and resolvers find a page, and count with the same parameters. */
export async function hookedPage(
  around: RunAround,
  documents: DocumentCalls,
  params: HookParams,
  counting: CountedWith,
): Promise<HookedPage> {
  let read = params;
  const entries = await around("findMany", params, (given) => {
    read = given;
    return documents.findMany(given);
  });
  if (counting === "not") return { entries, total: null };
  const counted = counting === "asked" ? params : { ...params, filters: read.filters };
  return { entries, total: await around("count", counted, (given) => documents.count(given)) };
}
