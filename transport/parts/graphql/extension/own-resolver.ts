import type { GraphQLFieldResolver } from "graphql";
import { type Access, type Action, invariant } from "../../../../engine/internal.ts";
import { fieldValue, type Resolving, rethrow } from "../execute/resolve.ts";
import type { Meaning, RootMeaning } from "../schema/meaning.ts";
import type { OwnCall, OwnResolver, Right, SchemaExtension } from "./schema-extension.ts";

interface OwnCode {
  readonly answers: (call: OwnCall) => Promise<unknown>;
  readonly refusal: SchemaExtension["refusal"];
}

/** The resolver of a field that own code answers, or stands around: graphql-js calls it. */
export function ownResolver(
  { answers, refusal }: OwnCode,
  meaning: Meaning | undefined,
): GraphQLFieldResolver<unknown, Resolving> {
  const right = rightOf(meaning);
  return async (source, args, context, info) => {
    const { own, budget, caller } = context;
    invariant(own !== null, "own fields are in extended schemas only");
    const { entries } = own;
    const isRoot = info.path.prev === undefined;
    const type = info.parentType.name;
    if (isRoot) {
      budget.time();
      entries.note(info, args);
    }
    const usualErrors = new WeakSet<object>();
    const usual = (granted: boolean): OwnResolver => {
      const asked = granted ? own.asWith(grantedTo(caller.access, right)) : context;
      return async (parent, given, _context, about = info) => {
        const from = isRoot ? source : entries.sourceFor(parent, about, granted ? asked.caller.access : null);
        try {
          const value = await fieldValue(meaning, from, given, asked, about);
          return entries.shown(value, type, granted ? caller.access : null);
        } catch (error) {
          if (typeof error === "object" && error !== null) usualErrors.add(error);
          throw error;
        }
      };
    };
    try {
      const parent = isRoot ? undefined : entries.shown(source, type, null);
      return await answers({ operation: own.operation, parent, args, info, usual });
    } catch (error) {
      return rethrow(usualErrors.has(Object(error)) ? error : refusal(error));
    }
  };
}

/** The right that a usual resolver asks for; null for one that asks for none, or for rights of plugins. */
export function rightOf(meaning: Meaning | undefined): Right | null {
  if (meaning === undefined) return null;
  if ("type" in meaning) return { type: meaning.type.uid, action: ACTION_OF[meaning.kind] };
  return "find" in meaning && meaning.find !== null ? { type: meaning.find, action: "find" } : null;
}

const ACTION_OF: Readonly<Record<RootMeaning["kind"], Action>> = {
  "find one": "findOne",
  "find many": "find",
  "find page": "find",
  "find single": "find",
  create: "create",
  update: "update",
  localize: "update",
  delete: "delete",
  "save single": "update",
  "delete single": "delete",
};

const GRANTED: ReadonlySet<Action> = new Set(Object.values(ACTION_OF));

/** With this right; null: with all rights of plugins. Entries read by it lead on by the caller's own rights. */
function grantedTo(access: Access, right: Right | null): Access {
  const grants = (type: string, action: Action) =>
    right === null
      ? type.startsWith("plugin::") && GRANTED.has(action)
      : type === right.type && action === right.action;
  return { ...access, may: (type, action) => grants(type, action) || access.may(type, action) };
}
