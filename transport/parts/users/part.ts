import { BUILT_IN_TYPES } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { withTypes } from "../../contract/model/with-types.ts";
import { NO_ROW_HOOKS } from "../../hooks/row-calls.ts";
import type { MailConfig } from "../../runtime/mail/mail.ts";
import { mailingOf } from "../../runtime/mail/mailer.ts";
import type { OpenPart, Part } from "../part.ts";
import { connectService } from "./providers/connect-service.ts";
import { addDefaultRoles } from "./roles/default-roles.ts";
import { roleService } from "./roles/role-service.ts";
import { COOKIE_HEADER } from "./sessions/refresh-cookie.ts";
import { SESSION_DEFINITION, SESSION_TYPE } from "./sessions/session-type.ts";
import { authService } from "./sign-in/auth-service.ts";
import { signInRoutes } from "./sign-in/control-routes.ts";
import { namedUser } from "./sign-in/named-user.ts";
import { Jwt } from "./tokens/jwt.ts";
import { tokensOfUsers } from "./tokens/tokens-of-users.ts";
import { findUserBy, findUserByIdIn } from "./user-callers.ts";
import { userPart } from "./user-part.ts";
import { type UserOptions as ServiceOptions, userService } from "./user-service.ts";
import { type UserConfig, type UserOptions, userSettings } from "./user-settings.ts";
import { Users } from "./users.ts";

interface UsersSettings {
  readonly users?: UserConfig;
  readonly jwtSecret?: string;
  readonly mail: boolean | MailConfig;
  readonly answerBytes: number;
}

/** The type of users, which brings the types of their roles and permissions. */
const USER_TYPES = Object.fromEntries([...BUILT_IN_TYPES].filter(([uid]) => uid === USER_TYPE));

/** Users who sign in, and their management, as in Strapi's plugin. */
export const USERS: Part<UsersSettings> = {
  types: (schema, { users = false }) => {
    const all = users === false ? schema : withTypes(schema, USER_TYPES);
    const isOn = typeof users === "object" && users.sessions !== undefined && users.sessions !== false;
    return isOn && all.types.has(USER_TYPE) ? withTypes(all, { [SESSION_TYPE]: SESSION_DEFINITION }) : all;
  },
  open: async ({ users, jwtSecret, mail, answerBytes }, { schema, profile, prefix, log }) => {
    if (users === false || !schema.types.has(USER_TYPE)) return null;
    const given: UserOptions = typeof users === "object" ? users : {};
    const settings = await userSettings(given, jwtSecret);
    const mailing = await mailingOf(mail);
    const jwt = new Jwt(settings.secret);
    const own = { settings, mailing, jwt, profile, prefix, log, answerBytes };
    const tokensAt = (store: Store, now: () => number) => {
      const users = new Users(store, NO_ROW_HOOKS);
      return { users, tokens: tokensOfUsers(settings, jwt, store, users, now) };
    };
    let operationsOf: typeof import("./graphql/operations.ts").operationsOfUsers;
    const part: OpenPart = {
      headers: settings.sessions === null ? [] : [COOKIE_HEADER],
      describes: async () => (await import("./operations.ts")).DESCRIPTION,
      controls: signInRoutes(),
      graphql: {
        plugin: "users-permissions",
        load: async () => {
          operationsOf = (await import("./graphql/operations.ts")).operationsOfUsers;
        },
      },
      users: {
        findUser: ({ store, runtime }) => {
          const now = () => runtime.clock.now();
          return findUserBy({ ...settings, ...tokensAt(store, now), jwt, now });
        },
        findById: ({ store }) => findUserByIdIn({ ...settings, users: new Users(store, NO_ROW_HOOKS) }),
        signIn: async ({ store, runtime }, named) => {
          const { users, tokens } = tokensAt(store, () => runtime.clock.now());
          const issued = await tokens.issue(namedUser(users, named), {});
          return { Authorization: `Bearer ${issued.jwt}` };
        },
        tokens: {
          hasSessions: settings.sessions !== null,
          issue: (claims, { password, expiresIn = settings.expiresIn }, now) => {
            const iat = Math.floor(now / 1000);
            const stamp = password === undefined ? {} : { stamp: jwt.stampOf(password) };
            return jwt.signClaims({ ...claims, ...stamp, iat, exp: iat + expiresIn });
          },
          verify: (token) => jwt.verifyClaims(token),
        },
      },
      ...(users && { fill: addDefaultRoles }),
      serve: (mounting) => {
        const users = userPart(own, mounting);
        const options: ServiceOptions = { ...mounting, ...users, profile, prefix, confirmedUrl: settings.confirmedUrl };
        return {
          services: [authService(options), connectService(options), userService(options), roleService(options)],
          operations: () => operationsOf(users),
        };
      },
    };
    return part;
  },
};
