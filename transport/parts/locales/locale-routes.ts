import { EngineError, type Schema } from "../../../engine/internal.ts";
import { knownCaller } from "../../access/authorize.ts";
import type { FindCaller } from "../../access/caller.ts";
import { LOCALES_WRITTEN, localeDocumentId, mayListLocales } from "../../contract/locales/locale-list.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { Route } from "../../http/router.ts";
import type { RouteHandle } from "../../http/service.ts";

export interface LocaleRoutesOptions {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly findCaller: FindCaller;
  /** Prefix of every path, `/api`. */
  readonly prefix: string;
}

/** `GET /api/i18n/locales`, as in Strapi's i18n. */
export function localeRoutes({
  schema,
  profile,
  findCaller,
  prefix,
}: LocaleRoutesOptions): readonly Route<RouteHandle>[] {
  const body = JSON.stringify(schema.locales.map(localeEntry));
  const handle: RouteHandle = ({ request }) => {
    const { access, kind } = knownCaller(findCaller, request);
    if (mayListLocales(schema, profile, access)) return { status: 200, body };
    const isVisitor = kind === "public" && profile.missingCredentials === "unauthorized";
    throw isVisitor
      ? new EngineError("unauthorized", "Missing or invalid credentials")
      : new EngineError("forbidden", "Forbidden");
  };
  return [{ method: "GET", path: `${prefix}/i18n/locales`, describes: null, handle }];
}

const DATE = new Date(LOCALES_WRITTEN).toISOString();

/** A locale as an entry; the first one is the default. */
function localeEntry(locale: Schema["locales"][number], at: number): object {
  const { code, name } = locale;
  const dates = { createdAt: DATE, updatedAt: DATE, publishedAt: DATE };
  return { id: at + 1, documentId: localeDocumentId(locale), name, code, ...dates, isDefault: at === 0 };
}
