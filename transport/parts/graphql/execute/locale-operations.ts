import { type CheckLimits, createDocument, Engine, FULL_ACCESS, type Schema } from "../../../../engine/internal.ts";
import {
  LOCALE_TYPE,
  LOCALES_WRITTEN,
  localeDocumentId,
  mayListLocales,
} from "../../../contract/locales/locale-list.ts";
import type { Profile } from "../../../contract/profiles/profile.ts";
import type { AnswerFormat } from "../../../contract/profiles/rest-config.ts";
import { LOCALE_SCHEMA } from "../schema/fields/locale-fields.ts";
import type { Arguments } from "./arguments/list-params.ts";
import { QueryChecks } from "./arguments/query-checks.ts";
import { forbidden } from "./permission.ts";
import type { PluginOperations } from "./plugin-operations.ts";
import type { Reader } from "./reader.ts";
import { entryOf, pageOf, type Resolving } from "./resolve.ts";

/** Shared by all galleys of one deployment. */
export interface LocaleOperationsOptions {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly limits: CheckLimits;
  readonly format: AnswerFormat;
}

/** Reading the configured locales, with the filters, sorts and pages of any list. */
export function localeOperations({ schema, profile, limits, format }: LocaleOperationsOptions): PluginOperations {
  const type = LOCALE_SCHEMA.type(LOCALE_TYPE);
  let content: Content | undefined;
  const readerOf = ({ caller, reader }: Resolving): Reader => {
    if (!mayListLocales(schema, profile, caller.access)) throw forbidden();
    content ??= contentOf(schema, profile, limits);
    return reader.over(content.engine, content.checks);
  };
  const one: PluginOperations[string] = (args, context) => entryOf(readerOf(context).one(type, args), context.budget);
  const page = (args: Arguments, context: Resolving, counted: boolean) =>
    pageOf(readerOf(context).many(type, args, counted), context.budget);
  if (format === "v4") {
    return {
      i18NLocale: (args, context) => ({ data: one(args, context) }),
      i18NLocales: (args, context) => page(args, context, true),
    };
  }
  return {
    i18NLocale: one,
    i18NLocales: (args, context) => page(args, context, false).nodes,
    i18NLocales_connection: (args, context) => page(args, context, true),
  };
}

interface Content {
  readonly engine: Engine;
  readonly checks: QueryChecks;
}

/** The locales as entries in configuration order, the default one first. */
function contentOf({ locales }: Schema, profile: Profile, limits: CheckLimits): Content {
  const engine = new Engine(LOCALE_SCHEMA, profile.rules);
  const env = { now: () => LOCALES_WRITTEN, newDocumentId: () => "" };
  const { commit } = engine.begin(env).write((tx) => {
    const type = tx.shape.schema.type(LOCALE_TYPE);
    for (const locale of locales) {
      const data = { name: locale.name, code: locale.code };
      const payload = { type, data, access: FULL_ACCESS, unknownKeys: "refuse" as const };
      createDocument(tx, payload, true, localeDocumentId(locale));
    }
  });
  if (commit !== null) engine.apply(commit);
  return { engine, checks: new QueryChecks(engine, limits, { ...profile, locales }) };
}
