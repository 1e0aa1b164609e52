import { contentActions } from "../../access/content-roles.ts";
import type { Guessing } from "../../access/rate-limit.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { PlainEntries } from "../../contract/plain-entries.ts";
import type { Mailing } from "../../runtime/mail/mailer.ts";
import type { Common, Mounting } from "../part.ts";
import { ManagingUsers } from "./managing-users.ts";
import { Connecting } from "./providers/connecting.ts";
import type { ManagingRoles } from "./roles/managing-roles.ts";
import { OPEN_RIGHTS, type PluginRights, rightsByRole } from "./roles/plugin-rights.ts";
import type { UserSessions } from "./sessions/refresh-cookie.ts";
import { RefreshTokens } from "./sessions/refresh-tokens.ts";
import { SigningIn } from "./sign-in/signing-in.ts";
import { UserMails } from "./sign-in/user-mails.ts";
import type { Jwt } from "./tokens/jwt.ts";
import { tokensOfUsers } from "./tokens/tokens-of-users.ts";
import type { UserTokens } from "./tokens/user-tokens.ts";
import type { UserSettings } from "./user-settings.ts";
import { Users } from "./users.ts";

/** Users and the operations on them, whatever the protocol. */
export interface UserPart {
  readonly users: Users;
  readonly entries: PlainEntries;
  readonly signingIn: SigningIn;
  readonly managing: ManagingUsers;
  /** Loaded when roles are managed. */
  readonly roles: () => Promise<ManagingRoles>;
  readonly tokens: UserTokens;
  readonly rights: PluginRights;
  /** Null if users have single tokens instead of sessions. */
  readonly sessions: UserSessions | null;
  /** Signs in users that a provider has authenticated. */
  readonly connecting: Connecting;
  readonly guessing: Guessing;
}

/** The part of `UserPart` that all galleys of a deployment share. */
export interface UserPartOptions extends Pick<Common, "profile" | "prefix" | "log"> {
  readonly settings: UserSettings;
  /** Null: no mail is sent. */
  readonly mailing: Mailing | null;
  readonly jwt: Jwt;
  readonly answerBytes: number;
}

/** The users of these contents, who sign in as the settings say. */
export function userPart(
  { settings, mailing, jwt, profile, prefix, log, answerBytes }: UserPartOptions,
  { store, hooks, runtime, outbox, origin, operations: { guessing }, findCaller, isConfigured }: Mounting,
): UserPart {
  const { resetUrl, sessions } = settings;
  const now = () => runtime.clock.now();
  const users = new Users(store, hooks);
  const tokens = tokensOfUsers(settings, jwt, store, users, now);
  const send = mailing?.send ?? ((mail) => outbox.add(mail));
  const mails = mailing && new UserMails({ ...mailing, send, origin, prefix, resetUrl });
  const granted = contentActions(store.engine);
  const byRole = profile.pluginRights === "by role";
  const rights = byRole ? rightsByRole({ findCaller, users, granted, isConfigured }) : OPEN_RIGHTS;
  return {
    users,
    rights,
    roles: async () => {
      const { ManagingRoles } = await import("./roles/managing-roles.ts");
      return new ManagingRoles(store, answerBytes, rights);
    },
    signingIn: new SigningIn(users, { ...settings, mails, tellsAccounts: profile.tellsAccounts, now, log }),
    managing: new ManagingUsers(users),
    entries: new PlainEntries(store, USER_TYPE, { answerBytes, maySuspend: true }),
    tokens,
    connecting: new Connecting({
      ...settings,
      jwt,
      users,
      now,
      log,
      redirectUri: (name) => `${origin()}${prefix}/connect/${name}/callback`,
      ownCallback: (name) => `${origin()}${prefix}/auth/${name}/callback`,
    }),
    sessions: sessions !== null && tokens instanceof RefreshTokens ? { tokens, cookie: sessions.cookie } : null,
    guessing,
  };
}
