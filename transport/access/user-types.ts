export const USER_TYPE = "plugin::users-permissions.user";
export const ROLE_TYPE = "plugin::users-permissions.role";
export const PERMISSION_TYPE = "plugin::users-permissions.permission";

/** The role of new users, and of users without another one. */
export const AUTHENTICATED = "authenticated";

/** Strapi's initial roles. */
export const DEFAULT_ROLES = [
  { name: "Authenticated", description: "Default role given to authenticated user.", type: AUTHENTICATED },
  { name: "Public", description: "Default role given to unauthenticated user.", type: "public" },
];
