import type { Flag, SettingFlag } from "./setting.ts";
import { SETTING_ROWS, type SettingName } from "./settings.ts";
import type { SETTINGS } from "./settings-table.ts";

type Rows = typeof SETTINGS;
type WithFlag = { [K in SettingName]: Rows[K] extends { readonly flag: SettingFlag } ? K : never }[SettingName];
type FlagName<K extends SettingName> = Rows[K] extends { readonly flag: { readonly name: infer N extends string } }
  ? N
  : K;
type OffName<K extends SettingName> = Rows[K] extends {
  readonly flag: { readonly off: { readonly name: infer N extends string } };
}
  ? N
  : never;

/** Names of the flags that set keys of the configuration. */
export type SettingFlagName = { [K in WithFlag]: FlagName<K> | OffName<K> }[WithFlag];

/** The flags of all settings by name, in the order of the table. */
export function flagsOfSettings(): { readonly [name in SettingFlagName]: Flag } {
  const flags: { [name: string]: Flag } = {};
  for (const [key, { flag }] of SETTING_ROWS) {
    if (flag === undefined) continue;
    const { name = key, off, ...rest } = flag;
    flags[name] = rest;
    if (off !== undefined) flags[off.name] = { help: off.help };
  }
  // The rows have the names that their type has.
  return flags as { readonly [name in SettingFlagName]: Flag };
}

/** The values of flags that take none: a key that is switched on keeps the options that it has already. */
export function switched(config: { readonly [key: string]: unknown }, isOn: (flag: string) => boolean) {
  const values: { [key: string]: unknown } = {};
  for (const [key, { flag }] of SETTING_ROWS) {
    if (flag === undefined || flag.value !== undefined) continue;
    if (isOn(flag.name ?? key)) values[key] = config[key] || true;
    if (flag.off !== undefined && isOn(flag.off.name)) values[key] = false;
  }
  return values as { readonly [key: string]: true };
}
