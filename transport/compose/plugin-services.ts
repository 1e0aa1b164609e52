import type { Authorize } from "../access/authorize.ts";
import type { FindCaller } from "../access/caller.ts";
import { contentActions } from "../access/content-roles.ts";
import type { Guessing } from "../access/rate-limit.ts";
import { pageLimits } from "../contract/page-limits.ts";
import { parseBody } from "../contract/parse-body.ts";
import { PlainEntries } from "../contract/plain-entries.ts";
import type { ServiceDefaults } from "../contract/profiles/service-defaults.ts";
import { QUERY_LIMITS, type QueryLimits } from "../http/params/query-string.ts";
import type { HttpRequest } from "../http/port.ts";
import type { Service } from "../http/service.ts";
import { queryParams } from "../parts/rest/query-params.ts";
import { answeredFiles } from "../parts/uploads/answered-files.ts";
import { fileService } from "../parts/uploads/file-service.ts";
import { uploadService } from "../parts/uploads/upload-service.ts";
import { ManagingUsers } from "../parts/users/managing-users.ts";
import { connectService } from "../parts/users/providers/connect-service.ts";
import { Connecting } from "../parts/users/providers/connecting.ts";
import { OPEN_RIGHTS, rightsByRole } from "../parts/users/roles/plugin-rights.ts";
import { roleService } from "../parts/users/roles/role-service.ts";
import { RefreshTokens } from "../parts/users/sessions/refresh-tokens.ts";
import { authService } from "../parts/users/sign-in/auth-service.ts";
import { SigningIn } from "../parts/users/sign-in/signing-in.ts";
import { UserMails } from "../parts/users/sign-in/user-mails.ts";
import type { Jwt } from "../parts/users/tokens/jwt.ts";
import { tokensOfUsers } from "../parts/users/tokens/tokens-of-users.ts";
import type { UserPart } from "../parts/users/user-part.ts";
import { type UserOptions, userService } from "../parts/users/user-service.ts";
import { USER_TYPE } from "../parts/users/user-types.ts";
import { Users } from "../parts/users/users.ts";
import type { Contents } from "./contents.ts";
import type { DeploymentOptions } from "./deployment-options.ts";

/** What the routes of Strapi's plugins depend on. */
export interface PluginOptions {
  readonly options: DeploymentOptions;
  readonly defaults: ServiceDefaults;
  readonly contents: Contents;
  readonly findCaller: FindCaller;
  readonly authorize: Authorize;
  /** Null: users do not sign in. */
  readonly users: UserPart | null;
}

/** The services of Strapi's plugins: uploads, and users with sign-in and management. */
export function pluginServices({
  options,
  defaults,
  contents,
  findCaller,
  authorize,
  users,
}: PluginOptions): readonly Service[] {
  const { profile, rest, uploadLimit, pictures, acceptedTypes, answerBytes } = options;
  const shared = { ...readingOf(options), defaults, prefix: rest.prefix ?? "/api", authorize };
  const services: Service[] = [];
  if (uploadLimit !== null) {
    const own = {
      profile,
      pictures,
      acceptedTypes,
      fileLimit: uploadLimit,
      pageLimits: pageLimits(rest),
      answerBytes,
    };
    const files = answeredFiles(contents.files, options.log);
    const uploads = uploadService({ ...shared, ...contents, ...own, files });
    services.push(uploads, fileService(files, defaults));
  }
  if (users !== null) {
    const confirmedUrl = options.users?.confirmedUrl ?? "/";
    const forUsers: UserOptions = { ...shared, ...users, profile, findCaller, confirmedUrl };
    services.push(authService(forUsers), connectService(forUsers), userService(forUsers), roleService(forUsers));
  }
  return services;
}

/** How callers are known, and their access limited. */
export interface Callers {
  readonly jwt: Jwt | null;
  readonly findCaller: FindCaller;
  readonly guessing: Guessing;
  /** Whether the configuration defines this role. */
  readonly isConfigured: (role: string) => boolean;
}

/** The users of these contents, who sign in as the settings say. */
export function userPart(
  { users: settings, mailing, rest, profile, log, answerBytes }: DeploymentOptions,
  { jwt, findCaller, guessing, isConfigured }: Callers,
  { store, runtime, outbox, origin }: Contents,
): UserPart | null {
  if (settings === null || jwt === null) return null;
  const { resetUrl, sessions } = settings;
  const now = () => runtime.clock.now();
  const users = new Users(store);
  const tokens = tokensOfUsers(settings, jwt, store, users, now);
  const send = mailing?.send ?? ((mail) => outbox.add(mail));
  const prefix = rest.prefix ?? "/api";
  const mails = mailing && new UserMails({ ...mailing, send, origin, prefix, resetUrl });
  const granted = contentActions(store.engine);
  const byRole = profile.pluginRights === "by role";
  const rights = byRole ? rightsByRole({ findCaller, users, granted, isConfigured }) : OPEN_RIGHTS;
  return {
    users,
    rights,
    roles: async () => {
      const { ManagingRoles } = await import("../parts/users/roles/managing-roles.ts");
      return new ManagingRoles(store, answerBytes, rights);
    },
    signingIn: new SigningIn(users, { ...settings, mails, tellsAccounts: profile.tellsAccounts, now, log }),
    managing: new ManagingUsers(users),
    entries: new PlainEntries(store, USER_TYPE, { answerBytes }),
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

/** How these services understand requests. */
function readingOf({ profile, jsonLimits, queryLimits: given }: DeploymentOptions) {
  const queryLimits: QueryLimits = { ...QUERY_LIMITS, ...given };
  return {
    paramsOf: (request: HttpRequest) => queryParams(profile, request.query, queryLimits),
    prepare: (request: HttpRequest) => parseBody(request, jsonLimits),
  };
}
