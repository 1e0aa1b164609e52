import { GraphQLError } from "graphql";
import { type Action, EngineError } from "../../../../engine/internal.ts";
import { type Asked, askedBy } from "../../../access/note-author.ts";
import type { Counting } from "../../../access/rate-limit.ts";
import { ROLE_TYPE, USER_TYPE } from "../../../access/user-types.ts";
import type { Arguments } from "../../graphql/execute/arguments/list-params.ts";
import { forbidden } from "../../graphql/execute/permission.ts";
import type { PluginOperations } from "../../graphql/execute/plugin-operations.ts";
import { entryOf, type Resolving } from "../../graphql/execute/resolve.ts";
import type { PluginAction } from "../roles/plugin-rights.ts";
import { afterWrite } from "../tokens/after-write.ts";
import type { IssuedTokens } from "../tokens/user-tokens.ts";
import type { UserPart } from "../user-part.ts";
import type { StoredUser } from "../users.ts";

const NO_USER = "You must be authenticated to reset your password";

const GUESS: Counting = { counts: "unless right" };
const ASK: Counting = { counts: "always" };

/** Sign-in and management of users, by the same services as over REST (graphql, §17). */
export function userOperations({ users, signingIn, managing, tokens, rights, guessing }: UserPart): PluginOperations {
  /** As over REST, the answer to signing in does not have the role. */
  const withoutRole = ({ id }: StoredUser) => ({ ...users.self(id), role: null });
  const self = (user: StoredUser, { jwt }: IssuedTokens) => ({ jwt, user: withoutRole(user) });
  const session = async (user: StoredUser, asked: Asked) => self(user, await tokens.issue(user, {}, asked));
  const anew = async (context: Resolving, change: (asked: Asked) => Promise<StoredUser>) => {
    const asked = askedIn(context);
    const user = await change(asked);
    return self(user, await afterWrite(tokens.reissue(user, {}, asked)));
  };

  /** As in Strapi, who has signed in may do this too; unlike there, only where visitors may. */
  const assertVisitors = (action: PluginAction): void => {
    if (!rights.mayVisitors(action)) throw forbidden();
  };
  const known = (args: Arguments): StoredUser => {
    const user = managing.withId(String(args.id));
    if (user === null) throw new EngineError("not-found", "User not found");
    return user;
  };
  const shown = ({ reader, budget }: Resolving, documentId: string) => {
    const { schema } = reader;
    return {
      data: entryOf(reader.version(schema.type(USER_TYPE), { documentId, status: "published", locale: null }), budget),
    };
  };

  return {
    me: (_args, context) => {
      if (!rights.may(context.request, "user.me")) throw forbidden();
      return users.self(idOf(context, new GraphQLError("Authentication requested")));
    },
    login: ({ input }, context) =>
      guessing(context.request, GUESS, async () => {
        assertVisitors("auth.callback");
        return session(await signingIn.login(localOnly(Object(input))), askedIn(context));
      }),
    register: ({ input }, context) =>
      guessing(context.request, ASK, async () => {
        assertVisitors("auth.register");
        const asked = askedIn(context);
        const { user, isLetIn } = await signingIn.register(Object(input), asked);
        const jwt = isLetIn ? (await afterWrite(tokens.issue(user, {}, asked))).jwt : null;
        return { jwt, user: context.caller.access.may(ROLE_TYPE, "find") ? users.self(user.id) : withoutRole(user) };
      }),
    changePassword: (args, context) => {
      if (!rights.may(context.request, "auth.changePassword")) throw forbidden();
      const user = idOf(context, new EngineError("application", NO_USER));
      const change = () => anew(context, (asked) => signingIn.changePassword(user, args, asked));
      return guessing(context.request, { ...GUESS, user }, change);
    },
    forgotPassword: (args, { request }) =>
      guessing(request, ASK, async () => {
        assertVisitors("auth.forgotPassword");
        signingIn.forgot(args);
        return { ok: true };
      }),
    resetPassword: (args, context) =>
      guessing(context.request, GUESS, async () => {
        assertVisitors("auth.resetPassword");
        return anew(context, (asked) => signingIn.reset(args, asked));
      }),
    emailConfirmation: (args, context) =>
      guessing(context.request, GUESS, async () => {
        assertVisitors("auth.emailConfirmation");
        const asked = askedIn(context);
        return session(await signingIn.confirm(args, asked), asked);
      }),
    createUsersPermissionsUser: async ({ data }, context) => {
      demand(context, "create");
      return shown(context, await managing.create(Object(data), askedIn(context)));
    },
    updateUsersPermissionsUser: async (args, context) => {
      demand(context, "update");
      const user = known(args);
      await managing.update(user, Object(args.data), askedIn(context));
      return shown(context, user.documentId);
    },
    deleteUsersPermissionsUser: async (args, context) => {
      demand(context, "delete");
      const user = known(args);
      const answer = shown(context, user.documentId);
      await managing.remove(user, askedIn(context));
      return answer;
    },
  };
}

function askedIn({ caller, request }: Resolving): Asked {
  return askedBy(caller, request);
}

/** `refusal`: the error of a program, which may do this by its token, but is no user. */
function idOf({ caller }: Resolving, refusal: Error): number {
  if (caller.kind === "user") return caller.id;
  throw caller.kind === "token" ? refusal : forbidden();
}

function demand({ caller }: Resolving, action: Action): void {
  if (!caller.access.may(USER_TYPE, action)) throw forbidden();
}

/** Providers do not sign users in over GraphQL. */
function localOnly(input: Arguments): Arguments {
  if (input.provider !== "local" && input.provider !== "")
    throw new EngineError("application", "This provider is disabled");
  return input;
}
