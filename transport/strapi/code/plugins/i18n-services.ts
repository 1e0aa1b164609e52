import { isEntryField, isRecord } from "../../../../engine/internal.ts";
import { ERRORS } from "../shims/errors.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";

/** The parts of the galley behind these services. */
export interface I18nParts {
  readonly strapi: () => StrapiObject;
  readonly locales: readonly { readonly code: string; readonly name: string; readonly isDefault: boolean }[];
  /** Tells once what has no effect. */
  readonly note: (text: string) => void;
}

/** The services of `strapi.plugin("i18n")`. */
export function i18nServices(parts: I18nParts): Readonly<Record<string, Loose>> {
  const locales = localeService(parts);
  return { locales, "content-types": contentTypeService(parts, locales) };
}

/** Locales as rows of Strapi's `plugin::i18n.locale`. */
export function localeRows(locales: I18nParts["locales"]) {
  return locales.map((locale, at) => ({ id: at + 1, ...locale }));
}

/** The locales that are served: code cannot change them. */
function localeService({ locales, note }: I18nParts) {
  const find = async () => localeRows(locales);
  const kept = (code: unknown) => note(`the locale ${code} is not changed: name it in locales of the configuration`);
  return {
    find,
    findById: async (id: Loose) => (await find()).find((locale) => locale.id === Number(id)) ?? null,
    findByCode: async (code: string) => (await find()).find((locale) => locale.code === code) ?? null,
    count: async () => locales.length,
    getDefaultLocale: async () => locales.find(({ isDefault }) => isDefault)?.code,
    async create(locale: Loose) {
      kept(locale?.code);
      return { id: locales.length + 1, ...locale };
    },
    async update(where: Loose, data: Loose) {
      kept(where?.code ?? where?.id);
      return { ...where, ...data };
    },
    async delete(locale: Loose) {
      kept(locale?.code ?? locale?.id);
      return locale;
    },
    setDefaultLocale: async (locale: Loose) => kept(locale?.code),
  };
}

function contentTypeService({ strapi }: I18nParts, locales: ReturnType<typeof localeService>) {
  const isMarked = (given: Loose) => given?.pluginOptions?.i18n?.localized === true;
  const isLocalizedAttribute = (attribute: Loose) =>
    isMarked(attribute) || attribute.type === "relation" || attribute.type === "uid";
  const namesOf = (model: Loose, isLocalized: boolean): string[] =>
    Object.keys(model.attributes).filter(
      (name) => !isEntryField(name) && isLocalizedAttribute(model.attributes[name]) === isLocalized,
    );
  const copyNonLocalizedAttributes = (model: Loose, entry: Loose): Loose => {
    const names = namesOf(model, false).filter((name) => name in entry);
    return Object.fromEntries(names.map((name) => [name, copied(model.attributes[name], entry[name])]));
  };
  const getNestedPopulateOfNonLocalizedAttributes = (uid: string): string[] => {
    const model = strapi().getModel(uid);
    return namesOf(model, false).flatMap((name) => {
      const { type, component, components } = model.attributes[name];
      if (type === "media") return [name];
      const within: readonly string[] = component !== undefined ? [component] : (components ?? []);
      const inner = within.flatMap(getNestedPopulateOfNonLocalizedAttributes).map((each) => `${name}.${each}`);
      return within.length > 0 ? [name, ...inner] : [];
    });
  };
  return {
    isLocalizedAttribute,
    isLocalizedContentType: isMarked,
    async getValidLocale(locale: Loose) {
      if (locale === undefined || locale === null) return locales.getDefaultLocale();
      if ((await locales.findByCode(locale)) === null) throw new ERRORS.ApplicationError("Locale not found");
      return locale;
    },
    getNonLocalizedAttributes: (model: Loose) => namesOf(model, false),
    getLocalizedAttributes: (model: Loose) => namesOf(model, true),
    copyNonLocalizedAttributes,
    fillNonLocalizedAttributes(entry: Loose, related: Loose, { model }: Loose) {
      if (!isRecord(related)) return;
      const values = copyNonLocalizedAttributes(strapi().getModel(model), related);
      for (const [name, value] of Object.entries(values)) entry[name] ??= value;
    },
    getNestedPopulateOfNonLocalizedAttributes,
  };
}

/** The value of an attribute; components are copied without the ids of their rows, at any depth. */
function copied({ type }: Loose, value: Loose): Loose {
  return type === "component" || type === "dynamiczone" ? withoutIds(value) : value;
}

function withoutIds(value: Loose): Loose {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isRecord(value) || "documentId" in value) return value;
  const { id: _id, ...others } = value;
  return Object.fromEntries(Object.entries(others).map(([name, each]) => [name, withoutIds(each)]));
}
