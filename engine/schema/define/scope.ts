import type { CustomFields } from "../custom-field.ts";

/** Everything that an attribute may refer to, faulty or not: a fault is reported once, at its own place. */
export interface DefinitionScope {
  /** uids of the content types. */
  readonly types: ReadonlySet<string>;
  /** uids of the components. */
  readonly components: ReadonlySet<string>;
  readonly customFields: CustomFields;
  /** Of the entries of localized types. */
  readonly defaultLocale: string;
  /** Accepts what Strapi's builder refuses and its server serves. */
  readonly tolerant: boolean;
}
