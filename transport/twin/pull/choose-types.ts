import type { ContentType, Schema } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { TwinError } from "../twin-error.ts";

/**
 * The types to read: by the given names (uid, singular or plural), else all of the project's own; with `closure` also
 * the types that their entries require.
 *
 * @throws TwinError for a name that no type has.
 */
export function chooseTypes(
  schema: Schema,
  names: readonly string[] | undefined,
  closure: boolean,
): readonly ContentType[] {
  const own = [...schema.types.values()].filter(({ uid }) => uid.startsWith("api::") || uid === USER_TYPE);
  if (names === undefined) return own.filter(({ uid, rest }) => rest && uid !== USER_TYPE);
  const chosen = new Set(
    names.map((name) => {
      const found = own.find(({ uid, singularName, pluralName }) => [uid, singularName, pluralName].includes(name));
      if (found === undefined) throw new TwinError(`the source has no content type ${name}`);
      return found;
    }),
  );
  if (!closure) return [...chosen];
  for (const type of chosen) {
    for (const attribute of type.attributes.values()) {
      if (attribute.kind !== "relation" || !attribute.required) continue;
      const target = own.find(({ uid }) => uid === attribute.target);
      if (target !== undefined) chosen.add(target);
    }
  }
  return [...chosen];
}
