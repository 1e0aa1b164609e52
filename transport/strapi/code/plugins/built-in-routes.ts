import { FILE_TYPE } from "../../../../engine/internal.ts";
import { USER_TYPE } from "../../../access/user-types.ts";

/** A route of a plugin of Strapi, with the action that answers it. */
export interface BuiltInRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: string;
  /** Who may call it: everyone, who is signed in, or whose role has the action. */
  readonly auth: false | { readonly scope: readonly string[] } | typeof SIGNED_IN | undefined;
}

/** For whoever is signed in. */
export const SIGNED_IN = { scope: undefined };

function routeWith(right: string, method: string, path: string, handler: string): BuiltInRoute {
  return { method, path, handler, auth: { scope: [right] } };
}

function route(method: string, path: string, handler: string): BuiltInRoute {
  const isOfSelf = handler === "user.me" || handler === "auth.changePassword";
  return { method, path, handler, auth: isOfSelf ? SIGNED_IN : handler.startsWith("auth.") ? false : undefined };
}

/** The routes of plugins whose actions extensions replace, by plugin. */
export const BUILT_IN_ROUTES: Readonly<Record<string, readonly BuiltInRoute[]>> = {
  "users-permissions": [
    route("GET", "/connect/:provider", "auth.connect"),
    route("POST", "/auth/local", "auth.callback"),
    route("POST", "/auth/local/register", "auth.register"),
    route("GET", "/auth/:provider/callback", "auth.callback"),
    route("POST", "/auth/forgot-password", "auth.forgotPassword"),
    route("POST", "/auth/reset-password", "auth.resetPassword"),
    route("POST", "/auth/change-password", "auth.changePassword"),
    route("GET", "/auth/email-confirmation", "auth.emailConfirmation"),
    route("POST", "/auth/send-email-confirmation", "auth.sendEmailConfirmation"),
    route("GET", "/users/count", "user.count"),
    route("GET", "/users", "user.find"),
    route("GET", "/users/me", "user.me"),
    route("GET", "/users/:id", "user.findOne"),
    route("POST", "/users", "user.create"),
    route("PUT", "/users/:id", "user.update"),
    routeWith(`${USER_TYPE}.delete`, "DELETE", "/users/:id", "user.destroy"),
    route("GET", "/users-permissions/roles/:id", "role.findOne"),
    route("GET", "/users-permissions/roles", "role.find"),
    route("POST", "/users-permissions/roles", "role.createRole"),
    route("PUT", "/users-permissions/roles/:role", "role.updateRole"),
    route("DELETE", "/users-permissions/roles/:role", "role.deleteRole"),
  ],
  upload: [
    routeWith(`${FILE_TYPE}.create`, "POST", "/upload", "content-api.upload"),
    routeWith(`${FILE_TYPE}.find`, "GET", "/upload/files", "content-api.find"),
    routeWith(`${FILE_TYPE}.findOne`, "GET", "/upload/files/:id", "content-api.findOne"),
    routeWith(`${FILE_TYPE}.delete`, "DELETE", "/upload/files/:id", "content-api.destroy"),
  ],
};
