/** The path of Studio. */
export const STUDIO_PATH = "/_studio";

/** Enabled in development; in production only if it is configured. */
export function servesStudio({ studio }: { readonly studio?: boolean }): boolean {
  return studio ?? process.env.NODE_ENV !== "production";
}
