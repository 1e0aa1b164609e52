import type { Loose, StrapiConfig } from "../strapi-object.ts";

/** The members of `server` and `api` that a new Strapi has. */
const USUAL = {
  server: { host: "0.0.0.0", port: 1337, proxy: false, url: "" },
  api: { rest: { prefix: "/api" } },
  admin: {},
};

/** The path of a value: `plugin::upload.sizeLimit` and `plugin.upload.sizeLimit` alike. */
function pathOf(path: string | readonly string[]): readonly string[] {
  const names = typeof path === "string" ? path.replace(/\[(\w+)\]/g, ".$1").split(".") : path;
  const [first, second, ...others] = names;
  if ((first !== "plugin" && first !== "api") || second === undefined) return names;
  return first === "plugin" ? [`plugin::${second}`, ...others] : names;
}

function at(value: Loose, names: readonly string[]): Loose {
  return names.reduce<Loose>((inner, name) => inner?.[name], value);
}

/** `strapi.config`: the files of `config/` by name, and plugins' files as `plugin::NAME`. */
export function strapiConfig(files: ReadonlyMap<string, unknown>, over: Readonly<Record<string, Loose>>): StrapiConfig {
  const { plugins, ...others } = Object.fromEntries(files) as Record<string, Loose>;
  const ofPlugins = Object.entries((plugins ?? {}) as Record<string, Loose>).map(
    ([name, given]) => [`plugin::${name}`, given?.config ?? {}] as const,
  );
  const values: Record<string, Loose> = {
    environment: process.env.NODE_ENV ?? "development",
    ...USUAL,
    ...others,
    ...Object.fromEntries(ofPlugins),
  };
  for (const [name, usual] of Object.entries(USUAL)) values[name] = { ...usual, ...values[name], ...over[name] };
  const hidden = { enumerable: false, configurable: true };
  return Object.defineProperties(values, {
    get: {
      ...hidden,
      value: (path: string | readonly string[], fallback?: unknown) => at(values, pathOf(path)) ?? fallback,
    },
    has: { ...hidden, value: (path: string) => at(values, pathOf(path)) !== undefined },
    set: {
      ...hidden,
      value(path: string, value: unknown) {
        const names = [...pathOf(path)];
        const last = names.pop() ?? "";
        let inner: Loose = values;
        for (const name of names) {
          inner[name] ??= {};
          inner = inner[name];
        }
        inner[last] = value;
        return values;
      },
    },
  }) as StrapiConfig;
}
