import type { SETTINGS } from "./settings-table.ts";

type Table = typeof SETTINGS;

/** Contents of a configuration file. Flags and environment variables take precedence over it. */
export type GalleyConfig = { readonly [K in keyof Table]?: NonNullable<Table[K]["type"]> };

/** Options that `createGalley` and a configuration file share. */
export type Settings = {
  readonly [K in keyof Table as Table[K]["given"] extends "everywhere" ? K : never]?: NonNullable<Table[K]["type"]>;
};

/** Returns its argument: lets an editor check and complete a configuration file. */
export function defineConfig(config: GalleyConfig): GalleyConfig {
  return config;
}
