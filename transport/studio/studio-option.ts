/** Where Studio is served. */
export const STUDIO_PATH = "/_studio";

/** On for development; in production only where somebody asks for it. */
export function servesStudio({ studio }: { readonly studio?: boolean }): boolean {
  return studio ?? process.env.NODE_ENV !== "production";
}
