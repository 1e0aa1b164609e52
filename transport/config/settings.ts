import type { Settings } from "./config.ts";
import type { Setting } from "./setting.ts";
import { SETTINGS } from "./settings-table.ts";

type Table = typeof SETTINGS;

export type SettingName = keyof Table;

/** The same with the general type of a row, whose optional parts can be read. */
export const SETTING_ROWS = Object.entries(SETTINGS) as unknown as readonly (readonly [SettingName, Setting])[];

/** Whether a key of the configuration is an option of `createGalley` too. */
export function isOption(name: string): name is keyof Settings & SettingName {
  return Object.hasOwn(SETTINGS, name) && SETTINGS[name as SettingName].given === "everywhere";
}

type Defaulted = {
  [K in SettingName]: Table[K] extends { readonly default: unknown } ? K : never;
}[SettingName];

/** The settings; the ones with a default are always present. */
export type ChosenSettings = Omit<Settings, Defaulted> & {
  readonly [K in Defaulted & keyof Settings]-?: NonNullable<Settings[K]>;
};

const DEFAULTS = Object.fromEntries(
  SETTING_ROWS.flatMap(([name, row]) => ("default" in row ? [[name, row.default]] : [])),
);

/** The given settings, with defaults for the rest. */
export function withDefaults(given: Settings): ChosenSettings {
  const settings = Object.entries(given).filter(([name, value]) => value !== undefined && isOption(name));
  // The table's type ties each default to the type of its key.
  return { ...DEFAULTS, ...Object.fromEntries(settings) } as ChosenSettings;
}
