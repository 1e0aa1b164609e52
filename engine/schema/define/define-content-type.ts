import * as z from "zod/mini";
import { type ContentType, FILE_TYPE } from "../content-type.ts";
import { creatorAttributes } from "../creators.ts";
import { isLocalized, localeAttributes, sharedNames } from "../locale.ts";
import { below, type Report } from "../schema-error.ts";
import { checkShape } from "../shapes/check-shape.ts";
import { notEmpty } from "../shapes/constraints.ts";
import { isRecord, type UnknownRecord } from "../shapes/record.ts";
import { defineAttributes, type NameRule, RESERVED } from "./attributes/define-attributes.ts";
import type { Draft } from "./draft.ts";
import { isDraftAndPublishName, isReservedAttributeName, isSystemName } from "./reserved.ts";
import type { DefinitionScope } from "./scope.ts";

const NOTHING_SHARED: ReadonlySet<string> = new Set();

const name = z.string().check(notEmpty);

const headShape = {
  kind: z.optional(z.enum(["collectionType", "singleType"])),
  rest: z.optional(z.boolean()),
};

const infoShape = { singularName: name, pluralName: name, displayName: name };

const optionsShape = {
  draftAndPublish: z.optional(z.boolean()),
  populateCreatorFields: z.optional(z.boolean()),
  privateAttributes: z.optional(z.array(z.string())),
};

/** Defines a content type without the others; faulty properties get a placeholder. */
export function defineContentType(
  uid: string,
  definition: UnknownRecord,
  scope: DefinitionScope,
  report: Report,
): Draft<ContentType> {
  const head = checkShape(headShape, definition, report);
  const info = checkShape(infoShape, definition.info, below(report, "info"));
  const options = checkShape(optionsShape, definition.options ?? {}, below(report, "options"));
  const draftAndPublish = options?.draftAndPublish ?? false;
  const privateNames = options?.privateAttributes ?? [];
  const nameRule = scope.tolerant ? serverRule : builderRule(draftAndPublish);
  const attributes = uid === FILE_TYPE ? withoutPlaces(definition.attributes) : definition.attributes;
  const { sound, faulty } = defineAttributes(attributes, nameRule, privateNames, scope, report);
  const locale = isLocalized(definition) ? scope.defaultLocale : null;
  const model: ContentType = Object.freeze({
    model: "content-type",
    uid,
    kind: head?.kind === "singleType" ? "single" : "collection",
    singularName: info?.singularName ?? "",
    pluralName: info?.pluralName ?? "",
    displayName: info?.displayName ?? "",
    draftAndPublish,
    locale,
    shared: locale === null ? NOTHING_SHARED : sharedNames(sound.values(), definition.attributes),
    rest: head?.rest ?? uid.startsWith("api::"),
    attributes: new Map([
      ...sound,
      ...(options?.populateCreatorFields ? creatorAttributes() : []),
      ...(locale === null ? [] : localeAttributes(uid, locale)),
    ]),
  });
  return { model, faulty, report };
}

/**
 * Without attributes of files that nothing here sets: the entries that use a file are links of media attributes, which
 * the file itself does not have, and there are no folders.
 */
function withoutPlaces(attributes: unknown): unknown {
  if (!isRecord(attributes)) return attributes;
  const { related: _, folderPath: __, ...others } = attributes;
  return others;
}

function builderRule(draftAndPublish: boolean): NameRule {
  return (name) => {
    if (isReservedAttributeName(name)) return RESERVED;
    return draftAndPublish && isDraftAndPublishName(name) ? `${RESERVED} in types with draft and publish` : undefined;
  };
}

const serverRule: NameRule = (name) => (isSystemName(name) ? RESERVED : undefined);
