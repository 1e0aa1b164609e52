import { EngineError, type Schema } from "../../engine/internal.ts";
import { knownCaller } from "../access/authorize.ts";
import type { FindCaller } from "../access/caller.ts";
import type { Profile } from "../contract/profile.ts";
import type { Route } from "../http/router.ts";
import type { RouteHandle } from "../http/service.ts";

export interface LocaleRoutesOptions {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly findCaller: FindCaller;
  /** First part of every path, `/api`. */
  readonly prefix: string;
}

/** The path of the locales is there where some type is localized: `GET /api/i18n/locales`, as Strapi's i18n has it. */
export function localeRoutes({
  schema,
  profile,
  findCaller,
  prefix,
}: LocaleRoutesOptions): readonly Route<RouteHandle>[] {
  const localized = [...schema.types.values()].filter(({ locale }) => locale !== null);
  if (localized.length === 0) return [];
  const body = JSON.stringify(schema.locales.map(localeEntry));
  const handle: RouteHandle = ({ request }) => {
    const { access, kind } = knownCaller(findCaller, request);
    const reads = localized.some(({ uid }) => access.may(uid, "find"));
    if (profile.localesList === "readers" ? reads : access.may(LOCALE_TYPE, "update")) return { status: 200, body };
    const isVisitor = kind === "public" && profile.missingCredentials === "unauthorized";
    throw isVisitor
      ? new EngineError("unauthorized", "Missing or invalid credentials")
      : new EngineError("forbidden", "Forbidden");
  };
  return [{ method: "GET", path: `${prefix}/i18n/locales`, handle }];
}

/** Strapi's name of what the locales are entries of. Nobody can be granted anything of it: only full access has it. */
const LOCALE_TYPE = "plugin::i18n.locale";

/** They are not stored, and so were never written. */
const NEVER = new Date(0).toISOString();

/** A locale as an entry; the first one is the default. */
function localeEntry({ code, name }: Schema["locales"][number], at: number): object {
  const dates = { createdAt: NEVER, updatedAt: NEVER, publishedAt: NEVER };
  return { id: at + 1, documentId: `locale-${code}`, name, code, ...dates, isDefault: at === 0 };
}
