import type { AnyModel, UnknownRecord } from "../../../engine/internal.ts";
import { type ContentType, EngineError, type Schema } from "../../../engine/internal.ts";
import type { Progress } from "../../../storage/core.ts";
import type { Galley } from "../galley.ts";
import { FactoryError } from "./factory-error.ts";
import { type OwnFakes, ownFakes } from "./own-fakes.ts";
import { Random } from "./random.ts";
import { variedValues } from "./varied.ts";

/** A type with fewer entries than requested, and the reason. */
export interface NotMade {
  readonly uid: string;
  readonly made: number;
  readonly reason: string;
}

/**
 * Creates entries of every content type with routes until it has `count` of them, one of each single type, in one commit;
 * entries of localized types in every locale.
 * Returns the types whose constraints leave no values. `progress` is called with the number of entries so far.
 */
export async function fillGalley(
  galley: Galley,
  count: number,
  progress: Progress = () => {},
  own: OwnFakes = {},
): Promise<readonly NotMade[]> {
  const { schema } = galley.engine;
  const notMade: NotMade[] = [];
  const work = galley.fork();
  const types = inOrder(schema);
  const ownOf = ownFakes(schema, own);
  const wantedOf = (type: ContentType) => (type.kind === "single" ? 1 : Math.max(count, ownOf(type).least));
  const all = types.reduce((sum, type) => sum + wantedOf(type), 0);
  let done = 0;
  for (const type of types) {
    const wanted = wantedOf(type);
    const countOf = () => work.engine.state.collection(type.uid).documentCount;
    try {
      for (let missing = wanted - countOf(); missing > 0; missing = wanted - countOf()) {
        progress(done + countOf(), all);
        const first = countOf();
        const unlinked = withoutLinksTo(notMade, type);
        await makeSome(work, type, Math.min(missing, AT_ONCE), (place) => ({
          ...timesOf(work, type, first + place),
          ...variedIn(work, type, first + place),
          ...unlinked,
          ...ownOf(type).at(first + place),
        }));
      }
    } catch (error) {
      if (!(error instanceof FactoryError || error instanceof EngineError)) throw error;
      notMade.push({ uid: type.uid, made: countOf(), reason: error.message });
    }
    done += wanted;
  }
  for await (const name of newFiles(work, galley)) {
    const file = await work.files.open(name);
    if (file !== null) await galley.files.put(name, file.read());
  }
  await galley.restore(work.snapshot());
  return notMade;
}

/** Entries of one type between two reports of the progress. */
const AT_ONCE = 1000;

/** Creates documents of a type in every locale. */
async function makeSome(
  work: Galley,
  type: ContentType,
  count: number,
  given: (place: number) => UnknownRecord,
): Promise<void> {
  const made = await work.make(type.uid, count, given);
  for (const { code } of otherLocales(work.engine.schema, type)) {
    await work.make(type.uid, count, (place) => ({
      ...given(place),
      locale: code,
      ...(type.kind === "collection" && { documentId: made[place]?.documentId }),
    }));
  }
}

const DAY = 86_400_000;
/** Days over which entries are spread. */
const SPREAD = 730;

/** Times of an entry, within two years before the galley's clock: created, then changed or published within days. */
function timesOf({ clock }: Galley, { uid, kind }: ContentType, place: number): UnknownRecord {
  if (kind === "single") return {};
  const random = new Random(`${uid} times ${place}`);
  const now = Math.floor(clock.now() / DAY) * DAY;
  const created = now - Math.floor((30 + random.fraction() * (SPREAD - 30)) * DAY);
  const updated = created + Math.floor(random.fraction() * 20 * DAY);
  const [createdAt, updatedAt] = [created, updated].map((time) => new Date(time).toISOString());
  return { createdAt, updatedAt, publishedAt: updatedAt };
}

/** Values in place of defaults, for what the project keeps many of. */
function variedIn({ clock }: Galley, type: ContentType, place: number): UnknownRecord {
  return type.kind === "collection" && type.uid.startsWith("api::") ? variedValues(type, place, clock.now()) : {};
}

/** Locales in which the same documents are created once more. */
function otherLocales({ locales }: Schema, { locale }: ContentType): Schema["locales"] {
  return locale === null ? [] : locales.filter(({ code }) => code !== locale);
}

/** Values that keep entries from being related to types without entries. */
function withoutLinksTo(notMade: readonly NotMade[], { attributes }: ContentType): UnknownRecord {
  const isMissing = (target: string) => notMade.some(({ uid, made }) => uid === target && made === 0);
  const links = [...attributes.values()].filter(
    (attribute) => attribute.kind === "relation" && attribute.mappedBy === undefined && isMissing(attribute.target),
  );
  return Object.fromEntries(links.map(({ name }) => [name, null]));
}

/** Files that only the first entry has. */
async function* newFiles({ files }: Galley, { files: others }: Galley): AsyncGenerator<string> {
  for await (const name of files.list()) if ((await others.open(name)) === null) yield name;
}

/** uids of the types that entries of a model are related to, in its components too. */
function targetsOf(schema: Schema, model: AnyModel, seen: Set<AnyModel>): readonly string[] {
  if (seen.has(model)) return [];
  seen.add(model);
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind === "component" || attribute.kind === "dynamiczone") {
      const uids = attribute.kind === "component" ? [attribute.component] : attribute.components;
      return uids.flatMap((uid) => targetsOf(schema, schema.component(uid), seen));
    }
    if (attribute.kind !== "relation" || attribute.mappedBy !== undefined) return [];
    // A target of one-to-one relations is created together with its entry.
    return attribute.relation === "oneToOne" && attribute.inversedBy !== undefined ? [] : [attribute.target];
  });
}

/** Types with routes, in topological order of relations (targets first), as far as there are no cycles. */
function inOrder(schema: Schema): readonly ContentType[] {
  const ordered = new Set<ContentType>();
  const visit = (type: ContentType, above: ReadonlySet<ContentType>): void => {
    if (ordered.has(type) || above.has(type)) return;
    const path = new Set([...above, type]);
    for (const target of targetsOf(schema, type, new Set())) visit(schema.type(target), path);
    ordered.add(type);
  };
  for (const type of schema.types.values()) visit(type, new Set());
  return [...ordered].filter(({ rest }) => rest);
}
