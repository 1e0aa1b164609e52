import { type ContentType, isRecord } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { RefusedError, TwinError } from "../twin-error.ts";
import type { SourceVersion } from "./dialect.ts";
import { paginationIn } from "./pagination-in.ts";
import { hasLocales } from "./source-locales.ts";
import type { Upstream } from "./upstream.ts";

/** The answers of a source that is asked for nothing. */
export interface Probe {
  readonly defaultLimit: number | null;
  readonly maxLimit: number | null;
  /** The locale of an entry. */
  readonly locale: string | null;
  readonly version: SourceVersion;
  /** Of a Galley, as its health tells; a server that does not is a Strapi. */
  readonly profile: ProfileName;
  /** A path that the source answers to this token; null without one. */
  readonly answered: string | null;
}

/**
 * Asks for lists without parameters until an entry tells the version and the locale, and for a list longer than any. Users
 * and single types are asked for where no list has an entry.
 */
export async function probe(upstream: Upstream, types: readonly ContentType[]): Promise<Probe> {
  const isPaged = ({ kind, uid }: ContentType) => kind === "collection" && uid !== USER_TYPE;
  let limits: Limits | null = null;
  let version: SourceVersion | null = null;
  let locale: string | null = null;
  let answered: string | null = null;
  let refusal: unknown = null;
  const ask = async (path: string): Promise<unknown> => {
    try {
      const answer = await upstream.json(path);
      answered ??= path;
      return answer;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (error.status === 401) refusal ??= error;
      return null;
    }
  };
  for (const { pluralName } of types.filter(isPaged)) {
    const answer = await ask(`/${pluralName}`);
    if (answer === null) continue;
    limits ??= limitsOf(answer, await ask(`/${pluralName}?filters[id][$lt]=0&pagination[pageSize]=1000000`));
    const entry = firstIn(answer);
    version ??= versionOf(entry);
    locale ??= localeOf(entry);
    if (version !== null && (locale !== null || !hasLocales(types))) break;
  }
  for (const type of types.filter((each) => !isPaged(each))) {
    if (version !== null) break;
    const isUsers = type.uid === USER_TYPE;
    const answer = await ask(isUsers ? "/users" : `/${type.singularName}`);
    version = versionOf(firstIn(answer), isUsers);
  }
  // Routes of the source's own may refuse a token that all others take.
  if (answered === null && refusal !== null) throw refusal;
  return {
    ...(limits ?? { defaultLimit: null, maxLimit: null }),
    locale,
    version: version ?? "5",
    profile: await profileOf(upstream),
    answered,
  };
}

async function profileOf(upstream: Upstream): Promise<ProfileName> {
  const { text } = await upstream.at("/_health").catch((error: unknown) => {
    if (error instanceof TwinError) return { text: "" };
    throw error;
  });
  return /^\{[^{}]*"profile":"contract"/.test(text) ? "contract" : "strapi";
}

type Limits = Pick<Probe, "defaultLimit" | "maxLimit">;

/** By the answers to a list without parameters, and to one with a page size above any limit. */
function limitsOf(answer: unknown, large: unknown): Limits {
  const granted = paginationIn(large).pageSize;
  const maxLimit = granted !== null && granted < 1_000_000 ? granted : null;
  return { defaultLimit: paginationIn(answer).pageSize, maxLimit };
}

/** The first entry of a list, or the entry of a single type. Users are listed without `data`. */
function firstIn(answer: unknown): unknown {
  const data = isRecord(answer) ? answer.data : answer;
  return Array.isArray(data) ? data[0] : data;
}

/** The version of Strapi, by the form of an entry; null without one. Strapi 4 shows users without `attributes`. */
function versionOf(entry: unknown, isUser = false): SourceVersion | null {
  if (!isRecord(entry)) return null;
  return entry.documentId === undefined && (isUser || isRecord(entry.attributes)) ? "4" : "5";
}

function localeOf(entry: unknown): string | null {
  const { locale } = isRecord(entry) ? (isRecord(entry.attributes) ? entry.attributes : entry) : {};
  return typeof locale === "string" ? locale : null;
}
