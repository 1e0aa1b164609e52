import { type Action, EngineError } from "../../../engine/index.ts";
import type { UserPart } from "../../users/user-part.ts";
import { USER_TYPE } from "../../users/user-types.ts";
import type { StoredUser } from "../../users/users.ts";
import type { Arguments } from "../execute/list-params.ts";
import type { PluginOperations } from "../execute/plugin-operations.ts";
import { forbidden } from "../execute/reader.ts";
import { entryOf, type Resolving } from "../execute/resolve.ts";

/** Signing in, and managing users, by what answers them over REST too (graphql, §17). */
export function userOperations({ users, signingIn, managing, sessions, guessing }: UserPart): PluginOperations {
  const session = async (user: StoredUser) => {
    const { tokenOf } = await import("../../users/session.ts");
    return { jwt: tokenOf(sessions, user), user: users.self(user.id) };
  };
  const guess = ({ request }: Resolving, work: () => Promise<StoredUser>) =>
    guessing(request, async () => session(await work()));

  const known = (args: Arguments): StoredUser => {
    const user = managing.withId(String(args.id));
    if (user === null) throw new EngineError("not-found", "User not found");
    return user;
  };
  const shown = ({ reader, budget }: Resolving, documentId: string) => {
    const { schema } = reader;
    return { data: entryOf(reader.version(schema.type(USER_TYPE), documentId, "published"), budget) };
  };

  return {
    me: (_args, context) => users.self(idOf(context)),
    login: ({ input }, context) => guess(context, () => signingIn.login(localOnly(Object(input)))),
    register: async ({ input }) => session(await signingIn.register(Object(input))),
    changePassword: (args, context) => guess(context, () => signingIn.changePassword(idOf(context), args)),
    forgotPassword: async (args) => {
      await signingIn.forgot(args);
      return { ok: true };
    },
    resetPassword: (args, context) => guess(context, () => signingIn.reset(args)),
    // Users are confirmed at once: nobody was ever sent such a token.
    emailConfirmation: () => {
      throw new EngineError("validation", "Invalid token");
    },
    createUsersPermissionsUser: async ({ data }, context) => {
      demand(context, "create");
      return shown(context, await managing.create(Object(data)));
    },
    updateUsersPermissionsUser: async (args, context) => {
      demand(context, "update");
      const user = known(args);
      await managing.update(user, Object(args.data));
      return shown(context, user.documentId);
    },
    deleteUsersPermissionsUser: async (args, context) => {
      demand(context, "delete");
      const user = known(args);
      const answer = shown(context, user.documentId);
      await managing.remove(user);
      return answer;
    },
  };
}

function idOf({ caller }: Resolving): number {
  if (caller.kind !== "user") throw forbidden();
  return caller.id;
}

function demand({ caller }: Resolving, action: Action): void {
  if (!caller.access.may(USER_TYPE, action)) throw forbidden();
}

/** Others than this server sign nobody in here. */
function localOnly(input: Arguments): Arguments {
  if (input.provider !== "local") throw new EngineError("application", "This provider is disabled");
  return input;
}
