import { typeLine } from "../../../transport/strapi/archive/write/schema-line.ts";
import type { Contents } from "./make-archive.ts";
import { schemaOf } from "./schema-of.ts";

export const NOTE = "api::note.note";
export const LABEL = "api::label.label";

/** Notes with drafts and labels without, linked in both directions, with a component that links too. */
export const SMALL_DEFINITION = schemaOf(
  {
    note: {
      attributes: {
        text: { type: "string" },
        stars: { type: "integer" },
        labels: { type: "relation", relation: "manyToMany", target: LABEL, inversedBy: "notes" },
        parts: { type: "component", component: "shared.part", repeatable: true },
        zone: { type: "dynamiczone", components: ["shared.part"] },
        image: { type: "media" },
      },
    },
    label: {
      dp: false,
      attributes: {
        name: { type: "string" },
        notes: { type: "relation", relation: "manyToMany", target: NOTE, mappedBy: "labels" },
      },
    },
  },
  { "shared.part": { size: { type: "integer" } } },
);

const TIME = "2024-01-02T03:04:05.006Z";

export const METADATA = { createdAt: TIME, strapi: { version: "5.54.0" } };

export const SCHEMAS = [
  typeLine(NOTE, SMALL_DEFINITION.contentTypes[NOTE]),
  typeLine(LABEL, SMALL_DEFINITION.contentTypes[LABEL]),
  { uid: "shared.part", modelType: "component", ...SMALL_DEFINITION.components["shared.part"] },
];

/** A row: published unless `data` says otherwise. */
export function row(type: string, id: number, data: object): object {
  const times = { createdAt: TIME, updatedAt: TIME, publishedAt: TIME, locale: null };
  return { type, id, data: { documentId: `document${id}`, ...times, ...data } };
}

/** A link of a note to a label. */
export function labelled(note: number, label: number, pos: number, back: number): object {
  const left = { type: NOTE, field: "labels", ref: note, pos };
  return {
    kind: "relation.basic",
    relation: "manyToMany",
    left,
    right: { type: LABEL, field: "notes", ref: label, pos: back },
  };
}

export interface SmallParts {
  readonly schemas?: readonly object[];
  readonly rows?: readonly unknown[];
  readonly links?: readonly unknown[];
  readonly configuration?: readonly object[];
  readonly more?: Contents;
}

/** An archive of these types with these rows. */
export function smallArchive({
  schemas = SCHEMAS,
  rows = [],
  links = [],
  configuration = [],
  more = [],
}: SmallParts): Contents {
  return [
    ["schemas/schemas_00001.jsonl", schemas],
    ["entities/entities_00001.jsonl", rows],
    ...more,
    ["links/links_00001.jsonl", links],
    ["configuration/configuration_00001.jsonl", configuration],
    ["metadata.json", METADATA],
  ];
}
