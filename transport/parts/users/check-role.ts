import { isRecord } from "../../../engine/internal.ts";
import type { BodyChecks } from "../../contract/body-checks.ts";

const ROLE = ["role"];
const CONNECT = ["role", "connect"];
const DISCONNECT = ["role", "disconnect"];
const NONE_LEFT = "Users must have a role";

/** Checks the role of a new user: an id, or a list of one to connect. */
export function checkNewRole(checks: BodyChecks, role: unknown): void {
  if (role === undefined) checks.report(ROLE, "role is a required field");
  else if (typeof role !== "object") checks.id(role, ROLE);
  else {
    const links = checks.plainRecord(role, ROLE);
    if (links === null) return;
    if (links.connect === undefined) checks.report(CONNECT, "role.connect is a required field");
    else if (checkLinks(checks, links.connect, CONNECT)?.length === 0) checks.report(CONNECT, NONE_LEFT, []);
  }
}

/** Checks the role in a change of a user, who always keeps one: any form of a relation is possible. */
export function checkRoleChange(checks: BodyChecks, role: unknown): void {
  if (role === undefined) return;
  if (typeof role !== "object") {
    checks.id(role, ROLE);
    return;
  }
  const links = checks.plainRecord(role, ROLE);
  if (links === null) return;
  const { connect, disconnect, set } = links;
  if (connect !== undefined) checkLinks(checks, connect, CONNECT);
  const removed = disconnect === undefined ? null : checkLinks(checks, disconnect, DISCONNECT);
  const replaces = isRecord(connect) || (Array.isArray(connect) && connect.length > 0);
  if (removed !== null && removed.length > 0 && !replaces) checks.report(DISCONNECT, "Cannot remove role", removed);
  if (Array.isArray(set) && set.length === 0 && !replaces) checks.report(["role", "set"], NONE_LEFT, set);
}

/** Links are objects, each with an id of either kind. Null if it is no list. */
function checkLinks(checks: BodyChecks, links: unknown, path: readonly string[]): readonly unknown[] | null {
  const list = checks.plainList(links, path);
  for (const [at, link] of (list ?? []).entries()) {
    const place = [...path, String(at)];
    const named = checks.plainRecord(link, place);
    if (named === null) continue;
    const { id, documentId } = named;
    if (id !== undefined) checks.id(id, [...place, "id"]);
    if (documentId !== undefined) checks.id(documentId, [...place, "documentId"]);
    if ((id ?? documentId ?? null) === null) {
      checks.report(place, "Relation entry must include an id or documentId", link);
    }
  }
  return list;
}
