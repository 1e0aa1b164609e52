/** The path of Studio. */
export const STUDIO_PATH = "/_studio";

/** Studio's own routes of the content: what the API has only if `rest.actions` is on. */
export const STUDIO_CONTENT = `${STUDIO_PATH}/content`;

/** Enabled in development; in production only if it is configured. */
export function servesStudio({ studio }: { readonly studio?: boolean }): boolean {
  return studio ?? process.env.NODE_ENV !== "production";
}
