export const OPENAPI_MODES = ["public", "token", "off"] as const;

/** Who may read the OpenAPI document: everyone, callers with credentials, or no one. */
export type OpenapiMode = (typeof OPENAPI_MODES)[number];
