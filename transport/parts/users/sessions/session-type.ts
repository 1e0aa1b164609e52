import { type ContentTypeDefinition, defineSchema, Schema } from "../../../../engine/internal.ts";

/** The type of users' sessions: content that no route, archive or role ever exposes. */
export const SESSION_TYPE = "admin::galley-session";

const DEFINITION: ContentTypeDefinition = {
  kind: "collectionType",
  info: { singularName: "galley-session", pluralName: "galley-sessions", displayName: "Session" },
  options: { draftAndPublish: false },
  rest: false,
  attributes: {
    userId: { type: "integer", required: true },
    rotation: { type: "string", required: true, private: true },
    stamp: { type: "string", required: true, private: true },
    deviceId: { type: "string" },
    deviceName: { type: "string" },
    loginAt: { type: "datetime", required: true },
    renewedAt: { type: "datetime", required: true },
    expiresAt: { type: "datetime", required: true },
    endsAt: { type: "datetime", required: true },
  },
};

/** The schema with the type of sessions added. */
export function withSessions(schema: Schema): Schema {
  if (schema.types.has(SESSION_TYPE)) return schema;
  const type = defineSchema({ contentTypes: { [SESSION_TYPE]: DEFINITION } }).type(SESSION_TYPE);
  return new Schema([...schema.types.values(), type], [...schema.components.values()], schema.locales);
}
