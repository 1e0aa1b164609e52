import type { Attribute } from "./attribute.ts";
import { attributeBase } from "./shapes/attribute-base.ts";

/** uid of the users of an admin panel, of whom there are none here. */
const ADMIN_TYPE = "admin::user";

/**
 * Attributes of every type with `populateCreatorFields` besides its own: who wrote an entry in an admin panel, which is
 * nobody.
 */
export function creatorAttributes(): readonly (readonly [string, Attribute])[] {
  return ["createdBy", "updatedBy"].map((name) => [
    name,
    Object.freeze({
      kind: "relation",
      ...attributeBase(name, { writable: false, searchable: false }),
      system: true,
      relation: "oneToOne",
      target: ADMIN_TYPE,
      many: false,
    }),
  ]);
}

/** Whether an attribute shows who wrote an entry. The option of the type is all that it takes to read it. */
export function isCreator(attribute: { readonly system?: boolean; readonly target?: string }): boolean {
  return attribute.system === true && attribute.target === ADMIN_TYPE;
}
