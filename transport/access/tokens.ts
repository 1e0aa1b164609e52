import { createHash, randomBytes } from "node:crypto";
import { type Access, FULL_ACCESS, type Issue, type Schema } from "../../engine/internal.ts";
import type { Right } from "../http/router.ts";
import { accessOfRoleToken, type RoleGrants } from "./roles.ts";

/** A credential, in plain text or as its hash: for full access, for reading every content type, or for a role's grants. */
export type TokenConfig = {
  /** Unique; identifies the token in logs and errors. */
  readonly name: string;
  /** The token is refused from this instant on (ISO 8601). */
  readonly expiresAt?: string;
} & ({ readonly token: string } | { readonly hash: string }) &
  ({ readonly access: "full-access" | "read-only" } | { readonly role: string });

/** A token that callers may present. Its text is not kept. */
export interface Token {
  readonly name: string;
  readonly access: Access;
  /** Epoch milliseconds; Infinity for a token that never expires. */
  readonly expiresAt: number;
}

/** Of every token for reading. */
const READ_ONLY_ACCESS: Access = {
  authenticated: true,
  may: (_type, action) => action === "find" || action === "findOne",
};

/** Whether this access meets what a route needs. */
export function hasRight(access: Access, { type, action, refusesReaders }: Right): boolean {
  return access.may(type, action) && !(refusesReaders === true && access === READ_ONLY_ACCESS);
}

/** A new token of 256 random bits. The prefix lets secret scanners recognise it. */
export function newToken(): string {
  return `galley_${randomBytes(32).toString("base64url")}`;
}

/** The stored form of a token: `sha256:` and 64 hexadecimal digits. */
export function hashToken(token: string): string {
  return `sha256:${createHash("sha256").update(token).digest("hex")}`;
}

/**
 * The tokens by hash. Adds faults to `issues`: an unknown role, a text that no header can carry, a malformed hash or
 * date, a duplicate name or token. With `openTo`, tokens of roles read everything in this schema.
 */
export function resolveTokens(
  tokens: readonly TokenConfig[],
  roles: ReadonlyMap<string, RoleGrants>,
  issues: Issue[],
  openTo: Schema | null = null,
): ReadonlyMap<string, Token> {
  const resolved = new Map<string, Token>();
  const names = new Set<string>();
  for (const [index, config] of tokens.entries()) {
    const report = (key: string, message: string) => issues.push({ path: ["tokens", String(index), key], message });
    const [key, text] = "token" in config ? ["token", config.token] : ["hash", config.hash];
    const hash = key === "token" ? hashToken(text) : text.toLowerCase();
    const fault = key === "token" ? textFault(text) : hashFault(hash);

    if (fault !== null) report(key, fault);
    if (names.has(config.name)) report("name", `there is a token "${config.name}" already`);
    else if (resolved.has(hash)) report(key, "this token is listed already");
    names.add(config.name);

    const expiresAt = config.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(config.expiresAt);
    if (Number.isNaN(expiresAt)) report("expiresAt", "must be an instant in ISO 8601");
    const access = accessOfToken(config, roles, openTo);
    if (access === undefined) report("role", "there is no such role");
    else resolved.set(hash, { name: config.name, access, expiresAt });
  }
  return resolved;
}

function accessOfToken(
  config: TokenConfig,
  roles: ReadonlyMap<string, RoleGrants>,
  openTo: Schema | null,
): Access | undefined {
  if ("access" in config) return config.access === "full-access" ? FULL_ACCESS : READ_ONLY_ACCESS;
  const grants = roles.get(config.role);
  return grants && accessOfRoleToken(grants, openTo);
}

/** The fault in the text of a token; null for none. */
export function textFault(token: string): string | null {
  return /^[\x21-\x7e]+$/.test(token) ? null : "must be printable ASCII without blanks";
}

function hashFault(hash: string): string | null {
  return /^sha256:[0-9a-f]{64}$/.test(hash) ? null : "must be sha256: and 64 hexadecimal digits";
}
