import { type ContentType, isRecord, type Schema, type Status, type UnknownRecord } from "../../../engine/internal.ts";
import { dialect5 } from "../source/dialect.ts";
import { probe } from "../source/probe.ts";
import { listedLocales } from "../source/source-locales.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError, TwinError } from "../twin-error.ts";
import { FanOut } from "./fan-out.ts";

/** Entries of a type that are looked at. */
const SAMPLE = 100;

/** Values that occur in a source, from which random reads are drawn. */
export class Values {
  readonly #entries = new Map<string, readonly UnknownRecord[]>();
  readonly #values = new Map<string, readonly unknown[]>();
  /** Types that the source lets be read. */
  readonly types: readonly ContentType[];
  readonly locales: readonly string[];
  readonly fanOut: FanOut;

  private constructor(
    schema: Schema,
    entries: ReadonlyMap<ContentType, readonly UnknownRecord[]>,
    listed: readonly string[],
  ) {
    this.types = [...entries.keys()];
    this.fanOut = new FanOut(schema);
    const locales = new Set(listed);
    for (const [type, found] of entries) {
      this.#entries.set(type.uid, found);
      for (const entry of found) {
        this.fanOut.see(type, entry);
        if (typeof entry.locale === "string") locales.add(entry.locale);
      }
    }
    this.locales = [...locales].sort();
  }

  /**
   * Reads a page of each type, drafts and published ones.
   *
   * @throws TwinError for a source that answers in the format of Strapi 4 (rejected).
   */
  static async of(upstream: Upstream, schema: Schema, types: readonly ContentType[]): Promise<Values> {
    if ((await probe(upstream, types)).version === "4")
      throw new TwinError(
        `${upstream.origin} answers in the format of Strapi 4 (data.attributes), and random reads are those of version 5: give --requests FILE`,
      );
    const found = new Map<ContentType, readonly UnknownRecord[]>();
    for (const type of types) {
      const entries: UnknownRecord[] = [];
      try {
        for (const status of ["published", "draft"] as const)
          entries.push(...(await sampleOf(upstream, schema, type, status)));
        found.set(type, entries);
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        if (error.status === 404 && type.kind === "single") found.set(type, entries);
      }
    }
    // Entries of single types may be in other locales than their samples.
    const listed = ((await listedLocales(upstream, types)) ?? []).map(({ code }) => code);
    return new Values(schema, found, listed);
  }

  documentIds({ uid }: ContentType): readonly string[] {
    return this.valuesOf(uid, "documentId").map(String);
  }

  /** Values that an attribute of a type has, each once; not null. */
  valuesOf(uid: string, attribute: string): readonly unknown[] {
    const key = `${uid} ${attribute}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const all = (this.#entries.get(uid) ?? []).flatMap((entry) => entry[attribute] ?? []);
    const found = [...new Set(all)].filter((value) => typeof value !== "object");
    this.#values.set(key, found);
    return found;
  }
}

async function sampleOf(upstream: Upstream, schema: Schema, type: ContentType, status: Status) {
  const words = dialect5(schema);
  const query = [words.status(status), ...words.populate(type)];
  if (type.kind === "single") {
    const answer = await upstream.json(`/${type.singularName}?${query.join("&")}`);
    return isRecord(answer) && isRecord(answer.data) ? [answer.data] : [];
  }
  if (type.locale !== null) query.push(words.everyLocale);
  const answer = await upstream.json(`/${type.pluralName}?${query.join("&")}&pagination[pageSize]=${SAMPLE}`);
  return isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter(isRecord) : [];
}
