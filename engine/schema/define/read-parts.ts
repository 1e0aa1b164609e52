import { SCALAR_TYPES, type ScalarType } from "../attribute.ts";
import type { CustomFields } from "../custom-field.ts";
import type { Locale } from "../locale.ts";
import { below, type Report } from "../schema-error.ts";
import { isRecord } from "../shapes/record.ts";
import { readLocales } from "./read-locales.ts";

export interface Parts {
  readonly contentTypes: ReadonlyMap<string, unknown>;
  readonly components: ReadonlyMap<string, unknown>;
  readonly customFields: CustomFields;
  /** The default one first. */
  readonly locales: readonly Locale[];
  readonly tolerant: boolean;
}

/** Splits a definition by uid; reports malformed uids, models that are not objects and unknown custom field types. */
export function readParts(definition: unknown, report: Report): Parts {
  if (!isRecord(definition)) report([], "must be an object");
  const {
    contentTypes,
    components = {},
    customFields = {},
    tolerant = false,
    defaultLocale,
    locales,
  } = isRecord(definition) ? definition : {};
  return {
    contentTypes: readUids(contentTypes, CONTENT_TYPE_UID, "api::post.post", below(report, "contentTypes")),
    components: readUids(components, COMPONENT_UID, "shared.seo", below(report, "components")),
    customFields: readCustomFields(customFields, below(report, "customFields")),
    locales: readLocales(locales, defaultLocale, report),
    tolerant: tolerant === true,
  };
}

const CONTENT_TYPE_UID = /^[a-z]+::[\w\p{L}\p{M}\p{N}-]+(\.[\w\p{L}\p{M}\p{N}-]+)?$/u;
const COMPONENT_UID = /^[\w-]+\.[\w-]+$/;

function readUids(part: unknown, form: RegExp, example: string, report: Report): Map<string, unknown> {
  const models = new Map(readEntries(part, report));
  for (const [uid, model] of models) {
    if (!form.test(uid)) report([uid], `must be under a uid such as ${example}`);
    if (!isRecord(model)) report([uid], "must be an object");
  }
  return models;
}

function readCustomFields(part: unknown, report: Report): CustomFields {
  const fields = new Map<string, ScalarType>();
  for (const [uid, name] of readEntries(part, report)) {
    const type = SCALAR_TYPES.find((candidate) => candidate === name);
    if (type === undefined) report([uid], `must be one of ${SCALAR_TYPES.join(", ")}`);
    else fields.set(uid, type);
  }
  return fields;
}

function readEntries(part: unknown, report: Report): [string, unknown][] {
  if (isRecord(part)) return Object.entries(part);
  report([], part === undefined ? "is missing" : "must be an object");
  return [];
}
