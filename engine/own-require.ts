import { createRequire } from "node:module";

let own: NodeJS.Require | undefined;

/**
 * Loads packages that Galley depends on, without a wait, when they are needed. Bundled as CommonJS, a module has no URL: its
 * packages are those of the working folder.
 */
export function ownRequire(): NodeJS.Require {
  // Apart: webpack leaves the argument of createRequire as it is, unless it is only the URL.
  const url: string | undefined = import.meta.url;
  own ??= createRequire(url ?? `${process.cwd()}/index.js`);
  return own;
}
