import { fc } from "../../support/fast-check.ts";
import { anyJson } from "../json-text.ts";
import { encoded } from "../queries/query-string.ts";
import { changed, type HostileRequest, request } from "./hostile-request.ts";
import { hostileText } from "./hostile-text.ts";

/** Requests to the list of locales, which nobody changes over HTTP. */
export function localeRequest(): fc.Arbitrary<HostileRequest> {
  return changed(
    request(
      fc.constantFrom("GET", "GET", "GET", "POST", "PUT", "DELETE"),
      fc.oneof(
        fc.constantFrom("/api/i18n/locales", "/api/i18n/locales/", "/api/i18n/locales/1", "/api/i18n"),
        hostileText.map((text) => `/api/i18n/locales/${encoded(text)}`),
      ),
      fc.constantFrom("", "locale=fr", "pagination[page]=0", "filters[code]=all"),
      fc.option(fc.oneof(fc.constantFrom('{"code":"all","name":"All"}', '{"code":"*"}'), anyJson)),
    ),
  );
}
