import type { GraphQLFieldConfigMap } from "graphql";
import type { Types } from "./types.ts";
import { uploadFields } from "./upload-fields.ts";
import { usersPermissionsFields } from "./users-permissions-fields.ts";

/** Root fields that are no reading or writing of a content type. */
export interface PluginFields {
  readonly query: GraphQLFieldConfigMap<unknown, unknown>;
  readonly mutation: GraphQLFieldConfigMap<unknown, unknown>;
}

/** Plugins whose operations a schema can offer, when there is something that carries them out. */
export const PLUGINS: Readonly<Record<"upload" | "users-permissions", (types: Types) => PluginFields>> = {
  upload: uploadFields,
  "users-permissions": usersPermissionsFields,
};

export type PluginName = keyof typeof PLUGINS;
