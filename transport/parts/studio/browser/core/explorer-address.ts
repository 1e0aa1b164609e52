import { href } from "./route.ts";

/** The parameter of the explorer's address that holds a request: a path from the server's root, with its query. */
export const REQUESTED = "url";

/** Where a GET is written out, to be tried and copied as code. `path`: from the server's root, with its query. */
export function explorerHref(path: string): string {
  return href(["explorer"], new URLSearchParams({ [REQUESTED]: path }));
}
