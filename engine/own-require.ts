import { createRequire } from "node:module";

let own: NodeJS.Require | undefined;

/**
 * Loads packages that Galley depends on, without a wait, when they are needed. Bundled as CommonJS, a module has no URL: its
 * packages are those of the working folder.
 */
export function ownRequire(): NodeJS.Require {
  own ??= createRequire((import.meta.url as string | undefined) ?? `${process.cwd()}/index.js`);
  return own;
}
