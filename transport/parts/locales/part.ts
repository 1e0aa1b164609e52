import { EngineError, type Schema } from "../../../engine/internal.ts";
import { knownCaller } from "../../access/authorize.ts";
import { LOCALES_WRITTEN, listsLocales, localeDocumentId, mayListLocales } from "../../contract/locales/locale-list.ts";
import type { RouteHandle } from "../../http/service.ts";
import type { Common, Mounting, Part } from "../part.ts";

/** The list of locales, as in Strapi's i18n. */
export const LOCALES: Part = {
  open: (_, common) => {
    if (!listsLocales(common.schema, common.profile)) return null;
    return {
      graphql: { plugin: "i18n", load: async () => {} },
      serve: (mounting) => {
        const path = `${common.prefix}/i18n/locales`;
        return { beside: [{ method: "GET", path, describes: null, handle: listLocales(common, mounting) }] };
      },
    };
  },
};

/** `GET /api/i18n/locales`, as in Strapi's i18n. */
function listLocales({ schema, profile }: Common, { findCaller }: Mounting): RouteHandle {
  const body = JSON.stringify(schema.locales.map(localeEntry));
  return ({ request }) => {
    const { access, kind } = knownCaller(findCaller, request);
    if (mayListLocales(schema, profile, access)) return { status: 200, body };
    const isVisitor = kind === "public" && profile.missingCredentials === "unauthorized";
    throw isVisitor
      ? new EngineError("unauthorized", "Missing or invalid credentials")
      : new EngineError("forbidden", "Forbidden");
  };
}

const DATE = new Date(LOCALES_WRITTEN).toISOString();

/** A locale as an entry; the first one is the default. */
function localeEntry(locale: Schema["locales"][number], at: number): object {
  const { code, name } = locale;
  const dates = { createdAt: DATE, updatedAt: DATE, publishedAt: DATE };
  return { id: at + 1, documentId: localeDocumentId(locale), name, code, ...dates, isDefault: at === 0 };
}
