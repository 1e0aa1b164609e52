import type { UserConfig } from "../../../parts/users/user-settings.ts";

/** The values that Strapi's plugin of users keeps in `strapi.store`, by its settings here. */
export function keptByUsers(users: UserConfig): { readonly [key: string]: unknown } {
  const { register = true, confirmation = false } = typeof users === "object" ? users : {};
  return {
    "plugin_users-permissions_advanced": {
      unique_email: true,
      allow_register: users !== false && register,
      email_confirmation: confirmation !== false,
      email_reset_password: null,
      email_confirmation_redirection: (typeof confirmation === "object" && confirmation.redirect) || null,
      default_role: "authenticated",
    },
  };
}
