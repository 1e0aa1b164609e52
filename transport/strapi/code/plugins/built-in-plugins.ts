import type { UnknownRecord } from "../../../../engine/internal.ts";
import { compare } from "../../../access/passwords/bcrypt.ts";
import { USER_TYPE } from "../../../access/user-types.ts";
import type { Uploads } from "../../../parts/uploads/uploads.ts";
import { promised } from "../../../runtime/maybe-later.ts";
import { secondsIn } from "../../project/config/quantities.ts";
import { aroundMethods } from "../around-methods.ts";
import { refuse } from "../controllers/strapi-error.ts";
import { standIn } from "../object/stand-in.ts";
import type { Loose } from "../strapi-object.ts";
import { type GraphqlParts, graphqlServices } from "./graphql/graphql-services.ts";
import { type I18nParts, i18nServices } from "./i18n-services.ts";
import { actionTree, roleService } from "./role-service.ts";
import { uploadService } from "./upload-service.ts";

/** Tokens of users, as the deployment issues them. */
export interface UserTokens {
  /**
   * A token of these claims, which signs in the user whose row has their `id`. Null: it is valid as long as a sign-in. With
   * sessions, as in Strapi: of a new session of that user, as a promise.
   */
  issue(claims: UnknownRecord, expiresIn: number | null): string | Promise<string>;
  /** Null for a token that is not one. */
  verify(token: string): UnknownRecord | null;
}

export interface PluginParts extends I18nParts, GraphqlParts {
  /** Changes the files of the galley for which code runs now. */
  readonly uploads: () => Promise<Uploads>;
  /** Null where nobody can sign in. */
  readonly tokens: UserTokens | null;
  readonly send: (mail: Loose) => Promise<void>;
}

/** The services of Strapi's own plugins, as far as projects call them, by plugin and name. */
export function builtInServices(parts: PluginParts): Readonly<Record<string, Readonly<Record<string, Loose>>>> {
  return {
    "users-permissions": {
      user: userService(parts),
      jwt: jwtService(parts),
      role: roleService(parts),
      // Permissions of actions that are not there are not kept, and new actions are granted where code grants them.
      "users-permissions": standIn('strapi.plugin("users-permissions").service("users-permissions")', {
        syncPermissions: async () => {},
        getActions: ({ defaultEnable = false }: Loose = {}) => actionTree(parts, defaultEnable),
      }),
    },
    upload: { upload: uploadService(parts) },
    email: { email: emailService(parts) },
    i18n: i18nServices(parts),
    graphql: graphqlServices(parts),
    "content-manager": {},
  };
}

function userService({ strapi }: PluginParts) {
  const users = () => strapi().db.query(USER_TYPE);
  const service = {
    count: (where: Loose = {}) => users().count({ where }),
    fetch: (id: Loose, params: Loose = {}) => users().findOne({ ...params, where: { id } }),
    fetchAll: (params: Loose = {}) => strapi().documents(USER_TYPE).findMany(params),
    fetchAuthenticatedUser: (id: Loose) => users().findOne({ where: { id }, populate: ["role"] }),
    add: (data: Loose) => users().create({ data, populate: ["role"] }),
    edit: (id: Loose, data: Loose = {}) => users().update({ where: { id }, data, populate: ["role"] }),
    remove: (where: Loose) => users().delete({ where }),
    validatePassword: (password: string, hash: string) => compare(password, hash),
    ensureHashedPasswords: async (data: Loose) => data,
  };
  return aroundMethods(service, (method, given) => promised(() => method(...given)).catch(refuse));
}

function jwtService({ tokens }: PluginParts) {
  const known = () => {
    if (tokens === null) throw new Error("Nobody can sign in: users are off");
    return tokens;
  };
  return {
    issue: (claims: Loose, { expiresIn }: Loose = {}) => known().issue({ ...claims }, secondsIn(expiresIn)),
    async verify(token: string) {
      const claims = known().verify(token);
      if (claims === null) throw new Error("Invalid token.");
      return claims;
    },
    async getToken(ctx: Loose) {
      const [kind, token] = String(ctx.request.header.authorization ?? "").split(" ");
      return kind?.toLowerCase() === "bearer" && token ? (known().verify(token) ?? null) : null;
    },
  };
}

function emailService({ send, strapi }: PluginParts) {
  return {
    send,
    async sendTemplatedEmail(options: Loose, template: Loose = {}, data: Loose = {}) {
      const filled = (text: unknown) =>
        String(text ?? "").replace(/<%[=-]\s*([\w.]+)\s*%>/g, (_, path: string) =>
          String(path.split(".").reduce<Loose>((inner, name) => inner?.[name], data) ?? ""),
        );
      const { subject, text, html } = template;
      await send({ ...options, subject: filled(subject), text: filled(text), html: filled(html) });
    },
    getProviderSettings: () => ({ config: strapi().config.get("plugin::email", {}) }),
  };
}
