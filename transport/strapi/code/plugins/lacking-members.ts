/** Services of Strapi's plugins that Galley lacks: code may look at them, and a call is refused by name. */
export const LACKING_SERVICES: Readonly<Record<string, readonly string[]>> = {
  "users-permissions": ["permission", "providers", "providers-registry"],
  upload: ["provider", "file", "folder", "api-upload-folder", "image-manipulation", "extensions", "metrics"],
  i18n: ["permissions", "localizations", "iso-locales", "sanitize", "metrics"],
  graphql: ["content-api", "constants", "internals", "type-registry"],
  "content-manager": [
    ...["components", "content-types", "data-mapper", "document-manager", "document-metadata", "field-sizes"],
    ...["metrics", "permission", "permission-checker", "populate-builder", "preview", "uid", "homepage"],
  ],
};

/** Controllers of the admin panel, and of routes that Galley lacks, to which extensions add actions. */
export const LACKING_CONTROLLERS: Readonly<Record<string, readonly string[]>> = {
  "users-permissions": ["permissions", "settings", "contentmanageruser"],
  upload: ["admin-file", "admin-folder", "admin-folder-file", "admin-settings", "admin-upload", "view-configuration"],
  i18n: ["locales", "iso-locales", "content-types"],
  "content-manager": ["collection-types", "single-types", "components", "content-types", "relations", "uid", "preview"],
};
