import type { AnyModel, Attribute, ContentType, Json, Status } from "../../engine/internal.ts";
import type { Content, StoredVersion } from "../model/content.ts";
import { fc } from "../support/fast-check.ts";
import { ComponentIds } from "./component-ids.ts";
import { drawnLinks, linksFrom } from "./content-links.ts";
import { CONTENT_SCHEMA } from "./content-schema.ts";
import { INSTANTS, storedValue } from "./values.ts";

type Values = { readonly [name: string]: Json };

interface Draft {
  readonly values: Values;
  /** Numeric ids follow it, so that they are not in the order of the documents. */
  readonly rank: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
}

interface Document {
  readonly draft: Draft;
  readonly published: Draft | null;
}

/** Fewest and most documents of each type. */
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  note: [2, 7],
  tag: [1, 4],
  author: [1, 4],
  country: [0, 2],
  vault: [0, 2],
  file: [0, 2],
};

const TYPES = [...CONTENT_SCHEMA.types.values()];

/** Content of every type, with drafts that differ from the published versions, and links in both layers. */
export const content: fc.Arbitrary<Content> = fc
  .record({ documents: fc.tuple(...TYPES.map(documentsOf)), links: drawnLinks })
  .map(({ documents, links }) => {
    const ids = new ComponentIds();
    const versions = TYPES.flatMap((type, at) => versionsOf(type, documents[at] ?? [], ids));
    return { versions, links: linksFrom(links, versions, ids) };
  });

/** The documentId of the document with this number. */
export function documentIdOf(type: ContentType, number: number): string {
  return `${type.singularName}${String(number).padStart(24 - type.singularName.length, "0")}`;
}

function documentsOf(type: ContentType): fc.Arbitrary<Document[]> {
  const version = versionOf(type);
  const document = fc.record({
    draft: version,
    published: type.draftAndPublish ? fc.option(version) : version,
  });
  const [minLength, maxLength] = SIZES[type.singularName] ?? [0, 0];
  return fc.array(document, { minLength, maxLength, size: "max" });
}

function versionOf(type: ContentType): fc.Arbitrary<Draft> {
  const instant = fc.constantFrom(...INSTANTS);
  return fc.record({
    values: valuesOf(type),
    rank: fc.nat(99),
    createdAt: instant,
    updatedAt: instant,
    publishedAt: instant,
  });
}

function valuesOf(model: AnyModel): fc.Arbitrary<Values> {
  const stored = [...model.attributes.values()].flatMap((attribute) => {
    const value = attributeValueOf(attribute);
    return value === null ? [] : [[attribute.name, value] as const];
  });
  return fc.record(Object.fromEntries(stored));
}

function attributeValueOf(attribute: Attribute): fc.Arbitrary<Json> | null {
  switch (attribute.kind) {
    case "scalar":
      return storedValue(attribute.type);
    case "component": {
      const item = valuesOf(CONTENT_SCHEMA.component(attribute.component));
      return attribute.repeatable ? fc.array(item, { maxLength: 2, size: "max" }) : fc.option(item);
    }
    case "dynamiczone": {
      const items = attribute.components.map((uid) =>
        valuesOf(CONTENT_SCHEMA.component(uid)).map((values) => ({ __component: uid, ...values })),
      );
      return fc.array(fc.oneof(...items), { maxLength: 2, size: "max" });
    }
    default:
      return null;
  }
}

/** Ids of drafts are even and of published versions odd, so that neither depends on how many there are of the other. */
function versionsOf(type: ContentType, documents: readonly Document[], ids: ComponentIds): StoredVersion[] {
  const statuses: readonly Status[] = type.draftAndPublish ? ["draft", "published"] : ["published"];
  return statuses.flatMap((status) => {
    const there = documents.flatMap((document, number) => {
      const version = document[status];
      return version === null ? [] : [{ number, version }];
    });
    return there
      .sort((left, right) => left.version.rank - right.version.rank)
      .map(({ number, version: { values, createdAt, updatedAt, publishedAt } }, place): StoredVersion => {
        const version = {
          id: place * 2 + (status === "draft" ? 2 : 1),
          documentId: documentIdOf(type, number),
          createdAt,
          updatedAt,
          publishedAt: status === "draft" ? null : publishedAt,
          values: ids.give(type, status, type, values),
        };
        return { kind: "put", type: type.uid, status, version };
      });
  });
}
