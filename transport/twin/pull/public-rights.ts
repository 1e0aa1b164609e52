import { isRecord, type Schema, type UnknownRecord } from "../../../engine/internal.ts";
import { recordAt } from "../../strapi/project/record.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError } from "../twin-error.ts";

/** The rights of visitors, by singular name of a type. */
export type Rights = { readonly [type: string]: readonly string[] };

const READS = ["find", "findOne"];

/** The rights of the source's role `public` to read, and its roles; null if the token may not read them. */
export async function publicRights(
  upstream: Upstream,
  schema: Schema,
): Promise<{ readonly rights: Rights; readonly roles: readonly UnknownRecord[] } | null> {
  try {
    const listed = await upstream.json("/users-permissions/roles");
    const { roles } = isRecord(listed) ? listed : {};
    const all = Array.isArray(roles) ? roles.filter(isRecord) : [];
    const visitor = all.find(({ type }) => type === "public");
    if (visitor === undefined) return { rights: {}, roles: all };
    const answer = await upstream.json(`/users-permissions/roles/${visitor.id}`);
    const permissions = recordAt(recordAt(answer, "role"), "permissions");
    const rights = [...schema.types.values()].flatMap(({ uid, singularName }) => {
      const [, api = "", name = ""] = /^(api::[^.]+)\.(.+)$/.exec(uid) ?? [];
      const actions = recordAt(recordAt(recordAt(permissions, api), "controllers"), name);
      const granted = READS.filter((action) => recordAt(actions, action).enabled === true);
      return granted.length > 0 ? [[singularName, granted] as const] : [];
    });
    return { rights: Object.fromEntries(rights), roles: all };
  } catch (error) {
    if (error instanceof RefusedError && error.status !== 401) return null;
    throw error;
  }
}
