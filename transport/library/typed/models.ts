import type { BuiltInTypes } from "../../../engine/internal.ts";
import type { AnyDefinition, AnyModel } from "./schema.ts";

/** uids of the content types: the definition's own, and the built-in ones that every schema may refer to. */
export type Uid<D extends AnyDefinition> = (keyof D["contentTypes"] | keyof BuiltInTypes) & string;

type NoModels = Record<never, never>;

/** uids of the components. */
export type ComponentUid<D extends AnyDefinition> = keyof ComponentsOf<D> & string;

type ComponentsOf<D extends AnyDefinition> = D["components"] extends AnyDefinition["contentTypes"]
  ? D["components"]
  : NoModels;

/** The content type or component with a uid, as defined. */
export type ModelOf<D extends AnyDefinition, U> = U extends keyof D["contentTypes"]
  ? D["contentTypes"][U]
  : U extends keyof ComponentsOf<D>
    ? ComponentsOf<D>[U]
    : U extends keyof BuiltInTypes
      ? BuiltInTypes[U]
      : never;

export type AttributesOf<D extends AnyDefinition, U> =
  ModelOf<D, U> extends AnyModel ? ModelOf<D, U>["attributes"] : never;

/** Whether documents of the type have drafts. */
export type HasDrafts<D extends AnyDefinition, U> =
  ModelOf<D, U> extends {
    readonly options: { readonly draftAndPublish: true };
  }
    ? true
    : false;

/** Whether the type is localized. */
export type IsLocalized<D extends AnyDefinition, U> =
  ModelOf<D, U> extends {
    readonly pluginOptions: { readonly i18n: { readonly localized: true } };
  }
    ? true
    : false;

/** Codes of the locales if the definition names them, as the output of `galley types` does; else any text. */
export type LocaleCode<D extends AnyDefinition> = D extends { readonly localeCode: infer C extends string }
  ? C
  : string;

/** Whether the compiler knows the attributes of a content type. */
export type IsKnown<D extends AnyDefinition, U> = string extends U
  ? false
  : string extends keyof AttributesOf<D, U> | AttributesOf<D, U>[keyof AttributesOf<D, U>]["type"]
    ? false
    : true;

/** Singular and plural name of a content type. */
export type NamesOf<D extends AnyDefinition, U> =
  ModelOf<D, U> extends {
    readonly info: { readonly singularName: infer S extends string; readonly pluralName: infer P extends string };
  }
    ? S | P
    : never;
