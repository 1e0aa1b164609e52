import type { Attribute } from "./attribute.ts";
import { attributeBase } from "./shapes/attribute-base.ts";
import { isRecord, type UnknownRecord } from "./shapes/record.ts";

/** Whether the entries of a type have locales: `pluginOptions.i18n.localized` in its definition. */
export function isLocalized({ pluginOptions }: UnknownRecord): boolean {
  const i18n = isRecord(pluginOptions) ? pluginOptions.i18n : undefined;
  return isRecord(i18n) && i18n.localized === true;
}

/** What every localized type has beside its own attributes: the locale of an entry, and the same document in others. */
export function localeAttributes(uid: string, locale: string): readonly (readonly [string, Attribute])[] {
  const options = { writable: false, searchable: false };
  return [
    [
      "locale",
      Object.freeze({
        kind: "scalar",
        type: "string",
        ...attributeBase("locale", options),
        system: true,
        unique: false,
        index: false,
        default: locale,
      }),
    ],
    [
      "localizations",
      Object.freeze({
        kind: "relation",
        ...attributeBase("localizations", options),
        system: true,
        relation: "oneToMany",
        target: uid,
        many: true,
      }),
    ],
  ];
}
