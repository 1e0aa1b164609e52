import { createGalley, type Galley, type GalleyOptions } from "../../../transport/galley.ts";
import type { Types } from "../vectors/format.ts";
import { schemaOf } from "./schema-of.ts";

/** Content types with every kind of attribute that a visitor may not read, and some that it may. */
export const SECRET_TYPES: Types = {
  types: {
    note: {
      plural: "notes",
      attributes: {
        title: { type: "string" },
        hush: { type: "string", private: true },
        pin: { type: "integer", private: true },
        pass: { type: "password" },
        box: { type: "component", component: "shared.part", private: true },
        parts: { type: "component", component: "shared.part", repeatable: true },
        zone: { type: "dynamiczone", components: ["shared.part"] },
        topic: { type: "relation", relation: "manyToOne", target: "api::topic.topic", inversedBy: "notes" },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "notes" },
        aside: { type: "relation", relation: "oneToMany", target: "api::tag.tag", private: true },
        owner: { type: "relation", relation: "manyToOne", target: "api::person.person", inversedBy: "notes" },
      },
    },
    topic: {
      plural: "topics",
      dp: false,
      attributes: {
        name: { type: "string" },
        hush: { type: "string", private: true },
        notes: { type: "relation", relation: "oneToMany", target: "api::note.note", mappedBy: "topic" },
        chief: { type: "relation", relation: "oneToOne", target: "api::person.person" },
      },
    },
    tag: {
      plural: "tags",
      attributes: {
        name: { type: "string" },
        notes: { type: "relation", relation: "manyToMany", target: "api::note.note", mappedBy: "tags" },
      },
    },
    person: {
      plural: "people",
      dp: false,
      attributes: {
        name: { type: "string" },
        notes: { type: "relation", relation: "oneToMany", target: "api::note.note", mappedBy: "owner" },
      },
    },
  },
  components: {
    "shared.part": {
      label: { type: "string" },
      hush: { type: "string", private: true },
      keeper: { type: "relation", relation: "oneToOne", target: "api::person.person" },
    },
  },
};

/** The secrets of one deployment: visitors may see no trace of them. */
export interface Secrets {
  readonly hush: string;
  readonly pin: number;
  /** Who owns and keeps everything, if anyone does. */
  readonly person: string | null;
  /** Title of all drafts that were changed after publishing or never published; null for none. */
  readonly draft: string | null;
}

/** Token of someone who may read everything that is not private. */
export const READER = "token-of-the-reader";

/** A deployment in which visitors may read notes, topics and tags, and nobody's people. All but secrets is the same. */
export async function openWithSecrets(secrets: Secrets, options: Partial<GalleyOptions> = {}): Promise<Galley> {
  let now = Date.UTC(2026, 0, 1);
  const galley = await createGalley({
    schema: schemaOf(SECRET_TYPES.types, SECRET_TYPES.components),
    roles: { public: { "*": ["find", "findOne"], person: [] } },
    tokens: [{ name: "reader", token: READER, access: "read-only" }],
    clock: () => ++now,
    ...options,
  });
  await fill(galley, secrets);
  return galley;
}

/** The documentId of the content: the first note is `note1`. */
async function fill(galley: Galley, { hush, pin, person, draft }: Secrets): Promise<void> {
  const [note, topic, tag, people] = ["note", "topic", "tag", "person"].map((type) =>
    galley.documents(`api::${type}.${type}`),
  );
  const owner = person === null ? null : ["person1"];
  await people?.create({ data: { documentId: "person1", name: person ?? "nobody" } });
  for (const number of [1, 2]) {
    const chief = owner;
    await topic?.create({ data: { documentId: `topic${number}`, name: `name${number}`, hush, chief } });
    await tag?.create({ data: { documentId: `tag${number}`, name: `name${number}` }, status: "published" });
  }
  for (const number of [1, 2, 3]) {
    const part = { label: `label${number}`, hush: hush + number, keeper: owner };
    const data = {
      ...{ documentId: `note${number}`, title: `title${number}`, hush: hush + number, pin: pin * number },
      ...{ box: part, parts: [part], zone: [{ ...part, __component: "shared.part" }], owner },
      ...{
        topic: [`topic${1 + (number % 2)}`],
        tags: ["tag1", "tag2"],
        aside: person === null ? [] : [`tag${1 + (number % 2)}`],
      },
    };
    await note?.create({ data, status: "published" });
  }
  if (draft === null) return;
  await note?.update({ documentId: "note1", data: { title: draft, topic: ["topic1"], tags: [], parts: [] } });
  await tag?.update({ documentId: "tag1", data: { name: draft } });
  await note?.create({ data: { documentId: "note9", title: draft, topic: ["topic1"], tags: ["tag1"] } });
}
