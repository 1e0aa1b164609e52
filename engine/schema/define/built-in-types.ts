import { FILE_TYPE } from "../content-type.ts";
import type { AttributeDefinitions, ContentTypeDefinition } from "../definition.ts";

const DEFINITIONS = {
  [FILE_TYPE]: type("file", "File", {
    name: { type: "string", required: true },
    alternativeText: { type: "text" },
    caption: { type: "text" },
    focalPoint: { type: "json" },
    width: { type: "integer" },
    height: { type: "integer" },
    formats: { type: "json" },
    hash: { type: "string", required: true },
    ext: { type: "string" },
    mime: { type: "string", required: true },
    size: { type: "decimal", required: true },
    url: { type: "text", required: true },
    previewUrl: { type: "text" },
    provider: { type: "string", required: true },
    provider_metadata: { type: "json" },
  }),
  "plugin::upload.folder": type("folder", "Folder", {
    name: { type: "string", required: true },
    pathId: { type: "integer", unique: true, required: true },
    parent: toOne("plugin::upload.folder", "children"),
    children: toMany("plugin::upload.folder", "parent"),
    files: toMany(FILE_TYPE, "folder"),
    path: { type: "string", required: true },
  }),
  "plugin::users-permissions.user": type("user", "User", {
    username: { type: "string", minLength: 3, unique: true, required: true },
    email: { type: "email", minLength: 6, required: true },
    provider: { type: "string" },
    password: { type: "password", minLength: 6, private: true, searchable: false },
    resetPasswordToken: { type: "string", private: true, searchable: false },
    confirmationToken: { type: "string", private: true, searchable: false },
    confirmed: { type: "boolean", default: false },
    blocked: { type: "boolean", default: false },
    role: toOne("plugin::users-permissions.role", "users"),
  }),
  "plugin::users-permissions.role": type("role", "Role", {
    name: { type: "string", minLength: 3, required: true },
    description: { type: "string" },
    type: { type: "string", unique: true },
    permissions: toMany("plugin::users-permissions.permission", "role"),
    users: toMany("plugin::users-permissions.user", "role"),
  }),
  "plugin::users-permissions.permission": type("permission", "Permission", {
    action: { type: "string", required: true },
    role: toOne("plugin::users-permissions.role", "permissions"),
  }),
  "admin::user": type("user", "User", {
    firstname: { type: "string" },
    lastname: { type: "string" },
    username: { type: "string" },
    email: { type: "email", required: true, unique: true, private: true },
    password: { type: "password", private: true, searchable: false },
    resetPasswordToken: { type: "string", private: true, searchable: false },
    registrationToken: { type: "string", private: true, searchable: false },
    isActive: { type: "boolean", default: false, private: true },
    blocked: { type: "boolean", default: false, private: true },
    preferedLanguage: { type: "string", searchable: false },
  }),
};

/** Their definitions, with their literal types. */
export type BuiltInTypes = typeof DEFINITIONS;

/**
 * Types of plugins that a project may refer to without having them in its files. A schema contains the ones that it
 * refers to, and always the type of uploaded files. A definition's own type of the same uid takes precedence.
 */
export const BUILT_IN_TYPES: ReadonlyMap<string, ContentTypeDefinition> = new Map(Object.entries(DEFINITIONS));

function type<const A extends AttributeDefinitions>(singularName: string, displayName: string, attributes: A) {
  return { info: { singularName, pluralName: `${singularName}s`, displayName }, attributes };
}

function toOne<const T extends string>(target: T, inversedBy: string) {
  return { type: "relation", relation: "manyToOne", target, inversedBy } as const;
}

function toMany<const T extends string>(target: T, mappedBy: string) {
  return { type: "relation", relation: "oneToMany", target, mappedBy } as const;
}
