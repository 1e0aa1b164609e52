import { contentErrors } from "../../../transport/contract/errors.ts";
import { STRAPI } from "../../../transport/contract/profiles/profile.ts";
import { createGalley, type Galley, type HookConfig } from "../../../transport/galley.ts";
import { QUICK_USERS } from "../content/quick-users.ts";
import { schemaOf } from "../content/schema-of.ts";
import type { Types } from "./format.ts";
import type { Operations, Server } from "./play/server.ts";

export interface RunningServer {
  readonly server: Server;
  close(): Promise<void>;
}

export interface RecordedServer extends RunningServer {
  readonly galley: Galley;
}

const TOKENS = { full: "full-access-token", read: "read-only-token", custom: "custom-token", expired: "expired-token" };

export type Profile = "strapi" | "contract";

/**
 * Galley, empty, with the types, roles and tokens that the vectors expect, on a free port. `locales`: codes beside `en`.
 */
export async function startRecordedServer(
  types: Types,
  profile: Profile = "strapi",
  locales: readonly string[] = [],
  hooks: HookConfig = {},
): Promise<RecordedServer> {
  const { contentTypes, ...others } = schemaOf(types.types, types.components);
  const galley = await createGalley({
    schema: { contentTypes: { ...contentTypes, ...(types.users && QUICK_USERS) }, ...others },
    users: types.users ?? false,
    profile,
    hooks,
    locales: ["en", ...locales],
    graphql: types.v4CompatibilityMode ? { v4CompatibilityMode: true } : true,
    roles: {
      public: {
        "*": ["find", "findOne"],
        ...("secret" in types.types ? { secret: [] } : {}),
        ...(types.users && { file: [] }),
      },
      custom: "person" in types.types ? { post: ["create", "find", "findOne", "update"], person: ["find"] } : {},
    },
    tokens: [
      { name: "full", token: TOKENS.full, access: "full-access" },
      { name: "read", token: TOKENS.read, access: "read-only" },
      { name: "custom", token: TOKENS.custom, role: "custom" },
      { name: "expired", token: TOKENS.expired, access: "full-access", expiresAt: "2020-01-01T00:00:00.000Z" },
    ],
  });
  const listening = await galley.listen({ port: 0 });
  return {
    galley,
    server: { url: listening.url, tokens: TOKENS, operations: operationsOf(galley) },
    close: async () => {
      await listening.close();
      await galley.close();
    },
  };
}

/** Calls by name, as the vectors make them; one that does not exist is a fault like any other. */
function operationsOf(galley: Galley): Operations {
  const refuse = contentErrors(STRAPI);
  return {
    async call(operation, uid, params) {
      const service: unknown = galley.documents(uid);
      const call = (service as { [name: string]: (params: object) => Promise<unknown> })[operation];
      if (call === undefined) throw new TypeError(`The Document Service has no ${operation}`);
      return call.call(service, params);
    },
    refusal(thrown) {
      const { status, body } = refuse(thrown);
      return { status, body: JSON.parse(String(body)) };
    },
  };
}
