import { EngineError, validationError } from "../../error.ts";
import type { Rules } from "../../rules.ts";
import type { LinkAttribute, MorphAttribute } from "../../schema/attribute.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import { storedLocale } from "../../schema/locale.ts";
import type { Schema } from "../../schema/schema.ts";
import type { UnknownRecord } from "../../schema/shapes/record.ts";
import { componentsIn } from "../component-data.ts";
import type { DocumentData } from "../data.ts";
import type { Path } from "../path.ts";
import type { Lookups } from "./lookups.ts";
import { morphFaults } from "./morph-items.ts";
import { type LinkInput, type Named, namesIn, readLinks } from "./references.ts";

/**
 * Checks that every documentId in relation and media values, components and dynamic zones included, names an existing
 * document of the target type in the linked locale (writes, §1, stage 8). `locale`: the locale of the write. Throws
 * EngineError `validation` for the first missing document, and for morph values without a content type.
 */
export function checkReferences(
  schema: Schema,
  type: ContentType,
  data: DocumentData,
  rules: Rules,
  lookups: Pick<Lookups, "exists">,
  locale: string | null = null,
): void {
  const links: FoundLinks[] = [];
  findLinks(schema, { model: type, data, path: [] }, rules, links);
  const faults = links.flatMap(({ attribute, value, path }) =>
    attribute.kind === "morph" ? morphFaults(schema, attribute, value, path) : [],
  );
  if (faults.length > 0) throw validationError(faults);
  for (const { attribute, input, path } of links) {
    const place = () => [...path.map(String), attribute.name];
    for (const name of namesIn(input)) {
      if (name.by !== "documentId") continue;
      const target = targetOf(schema, attribute, name);
      if (target === undefined) throw missingDocument(name.documentId, null, place());
      const linked = linkedLocale(type, locale, target, name.locale);
      if (!lookups.exists(target.uid, name.documentId, linked)) {
        const code = target.locale === null ? null : (linked ?? target.locale);
        throw missingDocument(name.documentId, code, place());
      }
    }
  }
}

function targetOf(schema: Schema, attribute: LinkAttribute | MorphAttribute, { type }: Named & { by: "documentId" }) {
  return attribute.kind === "morph" ? schema.types.get(type ?? "") : schema.target(attribute);
}

/** The locale in which a document is linked: the source's own, else the one that the link names. */
function linkedLocale(
  type: ContentType,
  locale: string | null,
  target: ContentType,
  named: string | undefined,
): string | null {
  if (target.locale === null) return null;
  return type.locale === null ? storedLocale(target, named ?? target.locale) : locale;
}

/** `locale`: code; null for a document without locales. */
export function missingDocument(documentId: string, locale: string | null, path: readonly string[] = []): EngineError {
  return new EngineError("validation", `Document with id "${documentId}", locale "${locale}" not found`, {}, path);
}

/** Files are referenced by numeric id everywhere, since an upload answers with one. */
export function takesNumericIds(attribute: LinkAttribute | MorphAttribute, rules: Rules): boolean {
  return attribute.kind === "media" || rules.numericReferences;
}

interface FoundLinks {
  readonly attribute: LinkAttribute | MorphAttribute;
  readonly value: unknown;
  readonly input: LinkInput;
  /** The content type or component that has the attribute. */
  readonly path: Path;
}

/** The data of a content type or component, and its path. */
interface Part {
  readonly model: AnyModel;
  readonly data: UnknownRecord;
  readonly path: Path;
}

/** In the order of the data. */
function findLinks(schema: Schema, { model, data, path }: Part, rules: Rules, found: FoundLinks[]): void {
  for (const name of Object.keys(data)) {
    const attribute = model.attributes.get(name);
    const value = data[name];
    if (attribute === undefined || attribute.kind === "scalar" || value === undefined) continue;
    if (attribute.kind === "component" || attribute.kind === "dynamiczone") {
      for (const inside of componentsIn(schema, attribute, value)) {
        const { component: model, data } = inside;
        findLinks(schema, { model, data, path: [...path, ...inside.path] }, rules, found);
      }
    } else {
      const input = readLinks(attribute, value, takesNumericIds(attribute, rules));
      if (input !== null) found.push({ attribute, value, input, path });
    }
  }
}
