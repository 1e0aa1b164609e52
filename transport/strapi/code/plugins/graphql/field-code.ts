import { FULL_ACCESS } from "../../../../../engine/internal.ts";
import type { KnownCaller } from "../../../../access/caller.ts";
import type { OwnField, OwnResolver } from "../../../../parts/graphql/extension/schema-extension.ts";
import { scopeOf } from "../../routing/request-contexts.ts";
import { resolveMiddlewares, resolvePolicies } from "../../routing/resolve-code.ts";
import type { RoutedProject } from "../../routing/routed-project.ts";
import { ERRORS } from "../../shims/errors.ts";
import { UTILS_SHIM } from "../../shims/utils-shim.ts";
import type { Loose } from "../../strapi-object.ts";

/** Operations of users that everyone may call. */
const OPEN: ReadonlySet<string> = new Set(
  ["login", "register", "forgotPassword", "resetPassword", "emailConfirmation"].map((name) => `Mutation.${name}`),
);

/**
 * Refuses callers as `auth` of a resolver's configuration says: false lets everyone pass, `scope` names rights. Without it the
 * usual resolver asks for its right; an own root field takes a user, or a token for everything.
 *
 * @throws ForbiddenError
 */
export function authorize(
  { path, resolver, isUsual, right }: OwnField,
  auth: Loose,
  { access, ...caller }: KnownCaller,
): void {
  if (auth === false) return;
  if (!isNamed(auth) && ((isUsual && resolver === null) || !/^(?:Query|Mutation)\./.test(path) || OPEN.has(path)))
    return;
  const scopes = [auth?.scope ?? []].flat().map((scope) => scopeOf(String(scope)));
  if (!isNamed(auth) && right !== null) scopes.push([right.type, right.action]);
  const passes =
    scopes.length > 0
      ? scopes.every(([type, action]) => access.may(type, action))
      : caller.kind === "user" || access === FULL_ACCESS;
  if (!passes) throw new ERRORS.ForbiddenError();
}

/** Whether a configuration says who may call: the usual resolver then asks for no right. */
export function isNamed(auth: Loose): boolean {
  return auth !== undefined && auth !== null;
}

type Around = (next: OwnResolver, ...call: Parameters<OwnResolver>) => unknown;

/** The middlewares and policies of a resolver's configuration, in order. @throws Error for one that is not there. */
export function codeAround(project: RoutedProject, { middlewares = [], policies = [] }: Loose): readonly Around[] {
  const { strapi } = project;
  const given = [middlewares].flat().map((each) => (each?.options ? { ...each, config: each.options } : each));
  const passing = resolvePolicies(
    project,
    "",
    // As Strapi's pages write it: a function gets `strapi` beside its context.
    [policies]
      .flat()
      .map((each) => (typeof each === "function" ? (context: Loose) => each(context, { strapi }, { strapi }) : each)),
  );
  const check: Around = async (next, parent, args, context: Loose, info) => {
    const { state, koaContext: http } = context;
    const shown = (UTILS_SHIM.policy as Loose).createPolicyContext("graphql", {
      parent,
      args,
      context,
      info,
      state,
      http,
    });
    for (const policy of passing) {
      const passes = await policy(shown);
      if (passes !== true && passes !== undefined) throw new ERRORS.PolicyError();
    }
    return next(parent, args, context, info);
  };
  return [...(resolveMiddlewares(project, "", given) as readonly Loose[]), check];
}

/** A resolver with code around it. */
export function chained(around: readonly Around[], resolver: OwnResolver): OwnResolver {
  return around.reduceRight<OwnResolver>(
    (next, code) =>
      (...call) =>
        code(next, ...call),
    resolver,
  );
}
