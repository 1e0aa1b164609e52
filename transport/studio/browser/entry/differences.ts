import { member } from "../core/member.ts";
import type { Attribute, Model, Models } from "../model/model.ts";
import { formValues, sentValues } from "./form-values.ts";

/** The same document in other locales: each version shows those of its own status. */
export const LOCALIZATIONS = "localizations";

export interface Difference {
  readonly attribute: Attribute;
  readonly published: unknown;
  readonly draft: unknown;
}

/** The attributes in which the draft of a document is not what is published. */
export function differences(
  { attributes }: Model,
  published: unknown,
  draft: unknown,
  models: Models,
): readonly Difference[] {
  return attributes
    .filter(({ name }) => name !== LOCALIZATIONS)
    .map((attribute) => ({
      attribute,
      published: member(published, attribute.name),
      draft: member(draft, attribute.name),
    }))
    .filter((each) => !isSameInAll(each.attribute, each.published, each.draft, models));
}

/** Whether two versions have the same value: each has components and links of its own, with ids of their own. */
export function isSameInAll(attribute: Attribute, one: unknown, other: unknown, models: Models): boolean {
  const { name } = attribute;
  const copied = (value: unknown) => formValues([attribute], { [name]: value }, models)[name];
  return isSameValue(attribute, copied(one), copied(other), models);
}

/** Whether two values of a form would be sent alike. */
export function isSameValue(attribute: Attribute, one: unknown, other: unknown, models: Models): boolean {
  const { name } = attribute;
  const sent = (value: unknown) => JSON.stringify(sentValues([attribute], { [name]: value }, models));
  return one === other || sent(one) === sent(other);
}
