import type { Attribute } from "./attribute.ts";
import type { ContentType } from "./content-type.ts";
import { attributeBase } from "./shapes/attribute-base.ts";
import { isRecord, type UnknownRecord } from "./shapes/record.ts";

/** A locale that content may be in. */
export interface Locale {
  /** `en`, `pt-BR`. */
  readonly code: string;
  /** Display name. */
  readonly name: string;
  /** Code of the locale whose entry is shown if there is none in this one. */
  readonly fallback?: string;
}

/** A type may have entries in so many locales, the default one included. */
export const MAX_LOCALES = 500;

/** Whether the entries of a type have locales: `pluginOptions.i18n.localized` in its definition. */
export function isLocalized(definition: UnknownRecord): boolean {
  return localizedOption(definition) === true;
}

/** The locale as versions are stored under it: null for the default one, and for every locale of a type without any. */
export function storedLocale(type: Pick<ContentType, "locale">, code: string | null): string | null {
  return type.locale === null || code === type.locale ? null : code;
}

/**
 * Names of the attributes whose values are the same in every locale: attributes without `localized: true`. A uid never
 * is shared; a relation is where it says `localized: false`.
 */
export function sharedNames(attributes: Iterable<Attribute>, definitions: unknown): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const attribute of attributes) {
    const definition = isRecord(definitions) ? definitions[attribute.name] : undefined;
    const localized = isRecord(definition) ? localizedOption(definition) : undefined;
    if (isShareable(attribute) && (attribute.kind === "relation" ? localized === false : localized !== true)) {
      shared.add(attribute.name);
    }
  }
  return shared;
}

function isShareable(attribute: Attribute): boolean {
  return attribute.kind !== "morph" && !(attribute.kind === "scalar" && attribute.type === "uid");
}

function localizedOption({ pluginOptions }: UnknownRecord): unknown {
  const i18n = isRecord(pluginOptions) ? pluginOptions.i18n : undefined;
  return isRecord(i18n) ? i18n.localized : undefined;
}

/** Whether an attribute shows the same document in other locales. */
export function isLocalizations(attribute: Attribute | undefined): boolean {
  return attribute?.system === true && attribute.name === LOCALIZATIONS;
}

const LOCALIZATIONS = "localizations";

/** Attributes of every localized type besides its own: the locale of an entry, and the same document in others. */
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
      LOCALIZATIONS,
      Object.freeze({
        kind: "relation",
        ...attributeBase(LOCALIZATIONS, options),
        system: true,
        relation: "oneToMany",
        target: uid,
        many: true,
      }),
    ],
  ];
}
