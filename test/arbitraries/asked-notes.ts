import type { Content, StoredLink, StoredVersion } from "../model/content.ts";
import { documentIdOf } from "./content.ts";
import { CONTENT_SCHEMA } from "./content-schema.ts";

const NOTE = CONTENT_SCHEMA.type("api::note.note");
const TAG = CONTENT_SCHEMA.type("api::tag.tag");
const NOTES = 12;
const STATUSES = ["draft", "published"] as const;
const TIME = "2024-01-01T00:00:00.000Z";

/**
 * Texts that are orders too, so that one variable may decide about a condition and an order. Two of them may be the same
 * text as two others.
 */
export const WORDS = ["title", "slug,title", "title,slug"] as const;
/** Counts, and parts of pages. */
export const NUMBERS = [1, 2, 3] as const;
export const FRACTIONS = [0.5, 1, 2] as const;
export const BIG_NUMBERS = ["1", "2", "9007199254740993"] as const;

const numbers = Array.from({ length: NOTES }, (_, number) => number);

/** Notes that share a value every few, so that another value in a condition finds others. */
export const ASKED_NOTES: Content = {
  versions: STATUSES.flatMap((status) => [
    ...WORDS.map((name, number) => version("tag", status, number, { name })),
    ...numbers.map((number) => version("note", status, number, valuesOf(status === "draft" ? number + 1 : number))),
  ]),
  links: STATUSES.flatMap((layer) =>
    numbers.flatMap((number) => [number % 3, (number + 1) % 3].map((tag, place) => link(layer, number, tag, place))),
  ),
};

/** The documentId of the note with this number. */
export function noteId(number: number): string {
  return documentIdOf(NOTE, number);
}

function valuesOf(number: number): StoredVersion["version"]["values"] {
  const one = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;
  return {
    title: number % 4 === 3 ? null : one(WORDS, number),
    slug: one(WORDS, number >> 1),
    count: one(NUMBERS, number),
    ratio: one(FRACTIONS, number >> 1),
    big: one(BIG_NUMBERS, number >> 2),
    data: number % 2 === 0 ? one(WORDS, number) : { word: one(WORDS, number) },
  };
}

function version(
  name: "note" | "tag",
  status: (typeof STATUSES)[number],
  number: number,
  values: StoredVersion["version"]["values"],
): StoredVersion {
  const type = name === "note" ? NOTE : TAG;
  const times = { createdAt: TIME, updatedAt: TIME, publishedAt: status === "draft" ? null : TIME };
  const id = number * 2 + (status === "draft" ? 2 : 1);
  return {
    kind: "put",
    type: type.uid,
    status,
    version: { id, documentId: documentIdOf(type, number), ...times, values },
  };
}

function link(layer: (typeof STATUSES)[number], note: number, tag: number, place: number): StoredLink {
  const ends = { source: noteId(note), target: documentIdOf(TAG, tag) };
  return { kind: "link", relation: `${NOTE.uid}.tags`, layer, ...ends, order: [place + 1, note + 1] };
}
