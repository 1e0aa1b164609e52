import type { AnyModel, Attribute, ContentType, Schema } from "../../../engine/internal.ts";
import { keyOf } from "./interfaces.ts";

/**
 * The type of a schema's definition, as far as the types of documents need it: for `createGalley<Schema>`. An alias, since
 * the compiler would not accept an interface as an object of content types.
 */
export function schemaType({ types, components, locales }: Schema): string {
  return `/** The content types for tests in process: \`createGalley<Schema>({ project })\` types documents, factories and seeds. */
export type Schema = {
  /** Of the locales that localized types may be in. */
  localeCode: ${localeCodes(locales)};
  contentTypes: {
${[...types.values()].map(contentTypeText).join("")}  };
  components: {
${[...components.values()].map((component) => modelText(component, "")).join("")}  };
};
`;
}

/** A union of the codes. */
export function localeCodes(locales: Schema["locales"]): string {
  return locales.map(({ code }) => JSON.stringify(code)).join(" | ");
}

function contentTypeText(type: ContentType): string {
  const { kind, singularName, pluralName, draftAndPublish, locale } = type;
  const info = `info: { singularName: ${JSON.stringify(singularName)}; pluralName: ${JSON.stringify(pluralName)} }`;
  const localized = locale === null ? "" : "\n      pluginOptions: { i18n: { localized: true } };";
  return modelText(
    type,
    `
      kind: "${kind}Type";
      ${info};
      options: { draftAndPublish: ${draftAndPublish} };${localized}`,
  );
}

function modelText({ uid, attributes }: AnyModel, about: string): string {
  const lines = [...attributes.values()].flatMap((attribute) => {
    return attribute.system ? [] : [`        ${keyOf(attribute.name)}: { ${partsOf(attribute).join("; ")} };\n`];
  });
  return `    ${JSON.stringify(uid)}: {${about}
      attributes: {
${lines.join("")}      };
    };
`;
}

function partsOf(attribute: Attribute): readonly string[] {
  const marks = [...(attribute.required ? ["required: true"] : []), ...(attribute.writable ? [] : ["writable: false"])];
  switch (attribute.kind) {
    case "scalar":
      return [
        `type: "${attribute.type}"`,
        ...(attribute.enum === undefined
          ? []
          : [`enum: [${attribute.enum.map((value) => JSON.stringify(value)).join(", ")}]`]),
        ...(attribute.default === undefined ? [] : ["default: unknown"]),
        ...marks,
      ];
    case "relation":
      return [
        'type: "relation"',
        `relation: "${attribute.relation}"`,
        `target: ${JSON.stringify(attribute.target)}`,
        ...marks,
      ];
    case "media":
      return ['type: "media"', `multiple: ${attribute.many}`, ...marks];
    case "component":
      return [
        'type: "component"',
        `component: ${JSON.stringify(attribute.component)}`,
        `repeatable: ${attribute.repeatable}`,
        ...marks,
      ];
    case "dynamiczone":
      return [
        'type: "dynamiczone"',
        `components: [${attribute.components.map((uid) => JSON.stringify(uid)).join(", ")}]`,
        ...marks,
      ];
    case "morph":
      return ['type: "relation"', `relation: "${attribute.relation}"`, ...marks];
  }
}
