import {
  createDocument,
  FULL_ACCESS,
  isRecord,
  type Transaction,
  type UnknownRecord,
  validationError,
} from "../../../engine/internal.ts";
import { AUTHENTICATED, DEFAULT_ROLES, ROLE_TYPE, USER_TYPE } from "../../access/user-types.ts";

/** The values with which a new user can sign in. */
export const USABLE = { provider: "local", confirmed: true, blocked: false } as const;

/**
 * The data of a new user, completed so that the user can sign in: local, confirmed, not blocked, with a role. A role may
 * also be given by its type or name; the default is `authenticated`. `configured`: roles that exist though none is stored.
 *
 * @throws EngineError `validation` for a role that does not exist.
 */
export function asNewUser(tx: Transaction, data: UnknownRecord, configured: readonly string[]): UnknownRecord {
  const { attributes } = tx.shape.schema.type(USER_TYPE);
  const usable = Object.entries(USABLE).filter(([name]) => attributes.has(name));
  const { email, role = AUTHENTICATED } = data;
  return {
    ...Object.fromEntries(usable),
    ...data,
    // In lower case, as it is looked up.
    ...(typeof email === "string" && { email: email.toLowerCase() }),
    ...(attributes.has("role") && {
      role: typeof role === "string" ? roleNamed(tx, role, configured) : roleAnswered(tx, role),
    }),
  };
}

/** The documentId of a role by its documentId, type or name. */
function roleNamed(tx: Transaction, key: string, configured: readonly string[]): string {
  const roles = rolesIn(tx);
  const found = roles.find(({ names }) => names.includes(key));
  if (found !== undefined) return found.documentId;
  const isDefault = (type: string) => DEFAULT_ROLES.some((each) => each.type === type);
  if (isDefault(key) || configured.includes(key)) return addRole(tx, key, roles.length === 0);
  const known = new Set([
    ...roles.map(({ names: [, type] }) => type),
    ...DEFAULT_ROLES.map(({ type }) => type),
    ...configured,
  ]);
  throw validationError([
    {
      path: ["role"],
      message: `no role has the type, name or documentId ${JSON.stringify(key)}: there are ${[...known].join(", ")}`,
    },
  ]);
}

/** A role as it is answered, with its numeric id alone or without its documentId. Any other relation stays as it is. */
function roleAnswered(tx: Transaction, role: unknown): unknown {
  if (!isRecord(role) || role.documentId !== undefined) return role;
  const found = rolesIn(tx).find(({ names: [, type] }) => type === role.type);
  return found === undefined ? role : found.documentId;
}

interface StoredRole {
  readonly documentId: string;
  /** documentId, type, name. */
  readonly names: readonly unknown[];
}

function rolesIn(tx: Transaction): readonly StoredRole[] {
  return Array.from(tx.documents(ROLE_TYPE), (documentId) => {
    const { type, name } = tx.version(ROLE_TYPE, documentId, "published")?.values ?? {};
    return { documentId, names: [documentId, type, name] };
  });
}

/** The first role brings the default ones with it, as in a new Strapi. */
function addRole(tx: Transaction, key: string, isFirst: boolean): string {
  const wanted = DEFAULT_ROLES.filter(({ type }) => type === key || isFirst);
  const all = wanted.some(({ type }) => type === key) ? wanted : [...wanted, { name: key, description: "", type: key }];
  const made = all.map((data) => {
    const payload = { type: tx.shape.schema.type(ROLE_TYPE), data, access: FULL_ACCESS, unknownKeys: "drop" } as const;
    return { type: data.type, ...createDocument(tx, payload, false) };
  });
  return made.find(({ type }) => type === key)?.documentId ?? "";
}
