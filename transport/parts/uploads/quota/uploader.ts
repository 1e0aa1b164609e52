import { defineSchema, FILE_TYPE, Schema } from "../../../../engine/internal.ts";

/** The attribute of a file that holds the numeric id of the user who sent its bytes. No caller reads or writes it. */
export const UPLOADER = "galleyUploader";

/** The schema with that attribute. */
export function withUploader(schema: Schema): Schema {
  const file = schema.type(FILE_TYPE);
  if (file.attributes.has(UPLOADER)) return schema;
  const info = { singularName: "uploader", pluralName: "uploaders", displayName: "Uploader" };
  const attributes = { [UPLOADER]: { type: "integer", private: true, searchable: false } } as const;
  const given = defineSchema({ contentTypes: { "admin::galley-uploader": { info, attributes } } });
  const added = given.type("admin::galley-uploader").attributes;
  const types = [...schema.types.values()].map((type) =>
    type === file ? { ...file, attributes: new Map([...file.attributes, ...added]) } : type,
  );
  return new Schema(types, [...schema.components.values()], schema.locales);
}
