import type { Types } from "../types.ts";
import { localeFields } from "./locale-fields.ts";
import type { PluginFields } from "./root-fields.ts";
import { uploadFields } from "./upload-fields.ts";
import { usersPermissionsFields } from "./users-permissions-fields.ts";

/** Plugins whose operations a schema can offer, if they have resolvers. */
export const PLUGINS: Readonly<Record<"i18n" | "upload" | "users-permissions", (types: Types) => PluginFields>> = {
  i18n: localeFields,
  upload: uploadFields,
  "users-permissions": usersPermissionsFields,
};

export type PluginName = keyof typeof PLUGINS;
