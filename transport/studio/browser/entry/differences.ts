import { member } from "../core/request.ts";
import type { Attribute, Model } from "../model/model.ts";

/** The same document in other locales: each version shows those of its own status. */
export const LOCALIZATIONS = "localizations";

export interface Difference {
  readonly attribute: Attribute;
  readonly published: unknown;
  readonly draft: unknown;
}

/** The attributes in which the draft of a document is not what is published. */
export function differences({ attributes }: Model, published: unknown, draft: unknown): readonly Difference[] {
  return attributes
    .filter(({ name }) => name !== LOCALIZATIONS)
    .map((attribute) => ({
      attribute,
      published: member(published, attribute.name),
      draft: member(draft, attribute.name),
    }))
    .filter((each) => comparable(each.published) !== comparable(each.draft));
}

/** Each version has rows of its own for components and links, with ids and dates of their own. */
export function comparable(value: unknown): string {
  return JSON.stringify(value ?? null, (name, each: unknown) => (OWN.has(name) ? undefined : each));
}

const OWN = new Set(["id", "createdAt", "updatedAt", "publishedAt"]);
