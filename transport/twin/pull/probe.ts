import { type ContentType, isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError } from "../twin-error.ts";
import { paginationIn } from "./lists.ts";

/** The answers of a source that is asked for nothing. */
export interface Probe {
  readonly defaultLimit: number | null;
  readonly maxLimit: number | null;
  /** Of an entry. */
  readonly locale: string | null;
  readonly version: "4" | "5";
}

/** Asks for a list without parameters, and for one longer than any. */
export async function probe(upstream: Upstream, types: readonly ContentType[]): Promise<Probe> {
  const found = {
    defaultLimit: null as number | null,
    maxLimit: null as number | null,
    locale: null as string | null,
    version: "5" as Probe["version"],
  };
  const collections = types.filter(({ kind, uid }) => kind === "collection" && uid !== USER_TYPE);
  for (const type of collections) {
    const answer = await quietly(upstream, `/${type.pluralName}`);
    if (answer === null) continue;
    const { data } = answer;
    const first = Array.isArray(data) ? data[0] : null;
    if (isOfVersion4(first)) found.version = "4";
    const { locale } = isRecord(first) ? (isRecord(first.attributes) ? first.attributes : first) : {};
    if (typeof locale === "string") found.locale ??= locale;
    if (found.defaultLimit === null) {
      found.defaultLimit = paginationIn(answer).pageSize;
      const large = await quietly(upstream, `/${type.pluralName}?filters[id][$lt]=0&pagination[pageSize]=1000000`);
      const granted = large === null ? null : paginationIn(large).pageSize;
      found.maxLimit = granted !== null && granted < 1_000_000 ? granted : null;
    }
    if (found.locale !== null || types.every(({ locale }) => locale === null)) break;
  }
  for (const { singularName } of types.filter(({ kind }) => kind === "single")) {
    if (found.defaultLimit !== null) break;
    if (isOfVersion4((await quietly(upstream, `/${singularName}`))?.data)) found.version = "4";
  }
  return found;
}

/** Whether an entry has the form of Strapi 4. */
export function isOfVersion4(entry: unknown): boolean {
  return isRecord(entry) && isRecord(entry.attributes) && entry.documentId === undefined;
}

async function quietly(upstream: Upstream, path: string): Promise<UnknownRecord | null> {
  try {
    const answer = await upstream.json(path);
    return isRecord(answer) ? answer : null;
  } catch (error) {
    if (error instanceof RefusedError && error.status !== 401) return null;
    throw error;
  }
}
