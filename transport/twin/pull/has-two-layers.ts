import { type ContentType, componentUids, type Schema } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";

/** Whether lists of drafts show links that lists of published versions do not. */
export function hasTwoLayers(schema: Schema, type: ContentType): boolean {
  return type.draftAndPublish || (type.uid !== USER_TYPE && leadsToDrafts(schema, type));
}

/** Whether a type without drafts has links to documents with drafts, also in components. */
function leadsToDrafts(schema: Schema, type: ContentType): boolean {
  const seen = new Set<string>();
  const leads = (uid: string, attributes: ContentType["attributes"]): boolean => {
    if (seen.has(uid)) return false;
    seen.add(uid);
    return [...attributes.values()].some((attribute) => {
      if (attribute.kind === "relation") return schema.types.get(attribute.target)?.draftAndPublish === true;
      if (attribute.kind === "morph") return true;
      const parts = componentUids(attribute);
      return parts.some((part) => leads(part, schema.component(part).attributes));
    });
  };
  return leads(type.uid, type.attributes);
}
