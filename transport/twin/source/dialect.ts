import type { ContentType, Schema, Status, UnknownRecord } from "../../../engine/internal.ts";
import { flatPopulate } from "./populate.ts";

/** The major version of Strapi whose form a source's answers have. Galley has the form of either. */
export type SourceVersion = "4" | "5";

/** The words of a source's queries, and its answers as Strapi 5 gives them. */
export interface Dialect {
  readonly version: SourceVersion;
  readonly everyLocale: string;
  /** Chooses the versions of a status. */
  status(status: Status): string;
  /** Shows all of an entry, flat. */
  populate(type: ContentType): readonly string[];
  /** Shows the stamps that tell the states of an entry apart. */
  stamps(type: ContentType): readonly string[];
  /** Finds documents by their documentIds. */
  named(type: ContentType, names: readonly string[]): readonly string[];
  /** The id at the source of a row with this id. */
  idAtSource(id: number): number;
  /** An entry of an answer in the form of Strapi 5. */
  entry(type: ContentType, status: Status, entry: UnknownRecord): UnknownRecord;
  /** An entry of a list without `data`, of files or roles, in the form of Strapi 5. */
  bare(entry: UnknownRecord): UnknownRecord;
}

/** The dialect of Strapi 5 and of Galley. */
export function dialect5(schema: Schema): Dialect {
  return {
    version: "5",
    everyLocale: "locale=*",
    status: (status) => `status=${status}`,
    populate: (type) => flatPopulate(schema, type),
    stamps: ({ locale }) =>
      fieldsOf(["documentId", "updatedAt", "publishedAt", ...(locale === null ? [] : ["locale"])]),
    named: (_, names) => anyOf("filters[documentId]", names),
    idAtSource: (id) => id,
    entry: (_type, _status, entry) => entry,
    bare: (entry) => entry,
  };
}

export function fieldsOf(names: readonly string[]): readonly string[] {
  return names.map((name, at) => `fields[${at}]=${name}`);
}

export function anyOf(path: string, values: readonly (string | number)[]): readonly string[] {
  return values.map((value, place) => `${path}[$in][${place}]=${encodeURIComponent(value)}`);
}
