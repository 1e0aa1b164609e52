import type { ContentTypeDefinition } from "../../../../engine/internal.ts";

/** The type of users' sessions: content that no route, archive or role ever exposes. */
export const SESSION_TYPE = "admin::galley-session";

export const SESSION_DEFINITION: ContentTypeDefinition = {
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
