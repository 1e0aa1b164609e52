import { impossible } from "../error.ts";
import type { Attribute, LinkAttribute } from "./attribute.ts";
import { type AnyModel, type Component, type ContentType, FILE_TYPE } from "./content-type.ts";
import type { Locale } from "./locale.ts";
import { typesWithPasswords } from "./types-with-passwords.ts";

const DEFAULT_LOCALES: readonly Locale[] = [{ code: "en", name: "English (en)" }];

/** All content types and components of a deployment: complete, checked and frozen. Made by `defineSchema`. */
export class Schema {
  readonly types: ReadonlyMap<string, ContentType>;
  readonly components: ReadonlyMap<string, Component>;
  /** Content types by the first path segment of their REST routes: plural for collections, singular for single types. */
  readonly byPath: ReadonlyMap<string, ContentType>;
  /** uids of the content types that have a password, in a component too. */
  readonly withPasswords: ReadonlySet<string>;

  /** The locales that localized types may be in; the first is the default one. */
  readonly locales: readonly Locale[];
  /** Code of the default locale. */
  readonly defaultLocale: string;

  constructor(
    types: readonly ContentType[],
    components: readonly Component[],
    locales: readonly Locale[] = DEFAULT_LOCALES,
  ) {
    this.locales = locales;
    this.defaultLocale = locales[0]?.code ?? "en";
    this.types = new Map(types.map((type) => [type.uid, type]));
    this.components = new Map(components.map((component) => [component.uid, component]));
    this.withPasswords = typesWithPasswords(types, this.components);
    this.byPath = new Map(
      types
        .filter((type) => type.rest)
        .map((type) => [type.kind === "single" ? type.singularName : type.pluralName, type]),
    );
  }

  /** The content type with this uid, which must exist. */
  type(uid: string): ContentType {
    return this.types.get(uid) ?? impossible(`content type ${uid} exists`);
  }

  /** The component with this uid, which must exist. */
  component(uid: string): Component {
    return this.components.get(uid) ?? impossible(`component ${uid} exists`);
  }

  /** The content type that a relation or media attribute links to. */
  target(attribute: LinkAttribute): ContentType {
    return this.type(attribute.kind === "media" ? FILE_TYPE : attribute.target);
  }

  /** The one model that an attribute leads to; null for scalars, and for attributes that lead to several. */
  behind(attribute: Attribute): AnyModel | null {
    if (attribute.kind === "component") return this.component(attribute.component);
    return attribute.kind === "relation" || attribute.kind === "media" ? this.target(attribute) : null;
  }
}
