import { member } from "../core/member.ts";
import { type Attribute, LOCALIZATIONS, type Model, type Models } from "../model/model.ts";
import { formValues, sentValues } from "./form/form-values.ts";

export interface Difference {
  readonly attribute: Attribute;
  readonly published: unknown;
  readonly draft: unknown;
}

/** The attributes in which the draft of a document differs from the published version. */
export function differences(
  { attributes }: Model,
  published: unknown,
  draft: unknown,
  models: Models,
): readonly Difference[] {
  return (
    attributes
      // Each version shows the locales of its own status.
      .filter(({ name }) => name !== LOCALIZATIONS)
      .map((attribute) => ({
        attribute,
        published: member(published, attribute.name),
        draft: member(draft, attribute.name),
      }))
      .filter((each) => !isSameInAll(each.attribute, each.published, each.draft, models))
  );
}

/**
 * Whether two versions have the same value. Ids are not compared, since each version has its own components and links.
 */
export function isSameInAll(attribute: Attribute, one: unknown, other: unknown, models: Models): boolean {
  const { name } = attribute;
  const copied = (value: unknown) => formValues([attribute], { [name]: value }, models)[name];
  return isSameValue(attribute, copied(one), copied(other), models);
}

/** Whether two form values would be sent as the same data. */
export function isSameValue(attribute: Attribute, one: unknown, other: unknown, models: Models): boolean {
  const { name } = attribute;
  const sent = (value: unknown) => JSON.stringify(sentValues([attribute], { [name]: value }, models));
  return one === other || sent(one) === sent(other);
}
