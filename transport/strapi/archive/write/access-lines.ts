import { createHash } from "node:crypto";
import type { Engine } from "../../../../engine/internal.ts";
import type { AccessConfig } from "../../../access/access-config.ts";
import { DEFAULT_ROLES, PERMISSION_TYPE, ROLE_TYPE } from "../../../access/user-types.ts";
import { initialGrants } from "../../../parts/users/roles/plugin-actions.ts";
import type { EntityLine } from "./entity-line.ts";
import type { LinkLine } from "./link-lines.ts";

/** Rows and links that define what roles may do. */
export interface AccessLines {
  readonly rows: readonly EntityLine[];
  readonly links: readonly LinkLine[];
}

/** The access that the configuration grants. */
export type Granted = Pick<AccessConfig, "roles" | "open">;

/** Actions of the REST routes of Strapi. */
const REST_ACTIONS = new Set<string>(["find", "findOne", "create", "update", "delete"]);

/**
 * The two roles that every Strapi has, and what the configuration grants them, unless the content defines that: an import
 * deletes the previous ones.
 */
export function accessLines(engine: Engine, access: Granted, now: string): AccessLines {
  const rows: EntityLine[] = [];
  const links: LinkLine[] = [];
  if (idsOf(engine, PERMISSION_TYPE, "action").size > 0) return { rows, links };
  const known = idsOf(engine, ROLE_TYPE, "type");
  let lastId = Math.max(0, ...known.values());
  for (const { type, name, description } of DEFAULT_ROLES) {
    const roleId = known.get(type) ?? ++lastId;
    if (!known.has(type)) rows.push(row(ROLE_TYPE, roleId, type, { name, description, type }, now));
    for (const [place, action] of actionsOf(engine, access, type).entries()) {
      const id = links.length + 1;
      rows.push(row(PERMISSION_TYPE, id, type, { action }, now));
      links.push(permissionLink(id, roleId, place + 1));
    }
  }
  return { rows, links };
}

/** Numeric ids of a type's rows by one of their values; empty if the schema has no such type. */
function idsOf({ schema, state }: Engine, type: string, attribute: string): ReadonlyMap<string, number> {
  if (!schema.types.has(type)) return new Map();
  const { layouts } = state.shape;
  const rows = [...state.collection(type).spaces.published.rows()];
  return new Map(rows.map((each) => [String(layouts.record(type, each).values[attribute]), each.id]));
}

function actionsOf(engine: Engine, { roles, open = false }: Granted, role: string): string[] {
  const grants = roles[role] ?? {};
  const reads = open ? (["find", "findOne"] as const) : [];
  const types = [...engine.schema.types.values()].filter(({ uid }) => uid.startsWith("api::"));
  const granted = types.flatMap(({ uid, singularName }) => {
    const actions = new Set([...reads, ...(grants[uid] ?? grants[singularName] ?? grants["*"] ?? [])]);
    return [...actions].filter((action) => REST_ACTIONS.has(action)).map((action) => `${uid}.${action}`);
  });
  return [...initialGrants(role), ...granted];
}

/** Two roles may have permissions for the same action, which are different documents. */
function row(
  type: string,
  id: number,
  role: string,
  values: { readonly [key: string]: string },
  now: string,
): EntityLine {
  const documentId = documentIdOf(JSON.stringify([type, role, values]));
  const data = { documentId, ...values, createdAt: now, updatedAt: now, publishedAt: now, locale: null };
  return { type, id, data };
}

function permissionLink(id: number, role: number, pos: number): LinkLine {
  const left = { type: PERMISSION_TYPE, field: "role", ref: id };
  const right = { type: ROLE_TYPE, field: "permissions", ref: role, pos };
  return { kind: "relation.basic", relation: "manyToOne", left, right };
}

/** Deterministic, so that two exports of the same content are equal. */
export function documentIdOf(text: string): string {
  const digits = BigInt(`0x${createHash("sha256").update(text).digest("hex")}`).toString(36);
  return `a${digits.slice(0, 23).padEnd(23, "0")}`;
}
