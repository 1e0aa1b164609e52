import { type ContentType, isRecord, type Schema, type Status, type UnknownRecord } from "../../../engine/internal.ts";
import { flatPopulate } from "../source/populate.ts";
import { probe } from "../source/probe.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError, TwinError } from "../twin-error.ts";

/** Entries of a type that are looked at. */
const SAMPLE = 100;

/** Values that occur in a source, from which random reads are drawn. */
export class Values {
  readonly #entries = new Map<string, readonly UnknownRecord[]>();
  readonly #values = new Map<string, readonly unknown[]>();
  /** Types that the source lets be read. */
  readonly types: readonly ContentType[];
  readonly locales: readonly string[];

  private constructor(entries: ReadonlyMap<ContentType, readonly UnknownRecord[]>, listed: readonly string[]) {
    this.types = [...entries.keys()];
    const locales = new Set(listed);
    for (const [type, found] of entries) {
      this.#entries.set(type.uid, found);
      for (const { locale } of found) if (typeof locale === "string") locales.add(locale);
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
        if (!(error instanceof RefusedError) || error.status === 401) throw error;
        if (error.status === 404 && type.kind === "single") found.set(type, entries);
      }
    }
    return new Values(found, await listedLocales(upstream, types));
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

/** Entries of single types may be in others than their samples are. */
async function listedLocales(upstream: Upstream, types: readonly ContentType[]): Promise<readonly string[]> {
  if (types.every(({ locale }) => locale === null)) return [];
  const { answer, text } = await upstream.text("/i18n/locales");
  const listed: unknown = answer.status === 200 && /\bjson\b/.test(answer.type) ? JSON.parse(text) : [];
  return Array.isArray(listed) ? listed.filter(isRecord).map(({ code }) => String(code)) : [];
}

async function sampleOf(upstream: Upstream, schema: Schema, type: ContentType, status: Status) {
  const query = [`status=${status}`, ...flatPopulate(schema, type)];
  if (type.kind === "single") {
    const answer = await upstream.json(`/${type.singularName}?${query.join("&")}`);
    return isRecord(answer) && isRecord(answer.data) ? [answer.data] : [];
  }
  if (type.locale !== null) query.push("locale=*");
  const answer = await upstream.json(`/${type.pluralName}?${query.join("&")}&pagination[pageSize]=${SAMPLE}`);
  return isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter(isRecord) : [];
}
