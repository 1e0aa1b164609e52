let own: NodeJS.Require | undefined;

/**
 * Loads packages that Galley depends on, without a wait, when they are needed. Bundled as CommonJS, a module has no
 * URL: its packages come from the working folder. No import of `createRequire`: webpack would put undefined in the
 * place of a call that it cannot follow.
 */
export function ownRequire(): NodeJS.Require {
  own ??= process
    .getBuiltinModule("node:module")
    .createRequire((import.meta.url as string | undefined) ?? `${process.cwd()}/index.js`);
  return own;
}
