import {
  type Access,
  type AnswerBudget,
  type AnyModel,
  assertMayRead,
  type ContentType,
  componentsOf,
  type Engine,
  type Entry,
  FULL_ACCESS,
  findOne,
  findRow,
  findRows,
  type Layer,
  type Linked,
  linkedOf,
  localeOf,
  mixedOf,
  type Node,
  OBJECTS,
  type Page,
  type PlacedNode,
  type Position,
  positionOfType,
  type Query,
  type ReadBudgets,
  type ReadContext,
  type RowRef,
  readContextOf,
  type Schema,
  type Status,
  statusOf,
  type UnknownRecord,
  type WorkBudget,
  type WriteResult,
} from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { versionById } from "../../../contract/by-id.ts";
import { inStoredLocale } from "../../../contract/locales/locale.ts";
import { exposureOf } from "../schema/exposure.ts";
import type { EntryMeaning } from "../schema/meaning.ts";
import type { Arguments } from "./arguments/list-params.ts";
import type { QueryChecks } from "./arguments/query-checks.ts";
import { actionOf, demand, forbidden } from "./permission.ts";

/** The rows of a root field, and the state shared by all reads below them. */
export interface FoundList {
  readonly reading: ReadContext;
  readonly place: Position;
  readonly rows: readonly RowRef[];
  readonly page: Page;
  /** Null if no count was requested. */
  readonly total: number | null;
}

export interface FoundOne {
  readonly reading: ReadContext;
  readonly place: Position;
  readonly row: RowRef | null;
  /** The values that the entry shows, as hooks have made them. */
  readonly own?: UnknownRecord;
}

type LinkMeaning = Extract<EntryMeaning, { kind: "one" | "many" }>;

export interface ReaderOptions {
  readonly store: Pick<Store, "engine">;
  readonly access: Access;
  readonly checks: QueryChecks;
  /** The budgets shared by all its reads. */
  readonly work: WorkBudget;
  readonly answer?: AnswerBudget;
  /** Whether a Suspension may end it: not a mutation, which has written. */
  readonly maySuspend: boolean;
}

/**
 * Executes the reads of one operation: permission first, then the arguments, checked as in REST. Everything here throws
 * EngineError.
 */
export class Reader {
  readonly access: Access;
  readonly #store: Pick<Store, "engine">;
  readonly checks: QueryChecks;
  readonly #budgets: ReadBudgets & { readonly work: WorkBudget };

  constructor({ store, access, checks, ...budgets }: ReaderOptions) {
    this.#store = store;
    this.access = access;
    this.checks = checks;
    this.#budgets = budgets;
  }

  get schema(): Schema {
    return this.#store.engine.schema;
  }

  /** Switches to other content; the work budget stays the same. */
  over(engine: Engine, checks: QueryChecks): Reader {
    const { work } = this.#budgets;
    return new Reader({ store: { engine }, access: FULL_ACCESS, checks, work, maySuspend: false });
  }

  /** A list at the root. */
  many(type: ContentType, args: Arguments, counted: boolean): FoundList {
    const query = this.checks.list(this.access, type, args, counted);
    const reading = this.reading("find", query);
    const { rows, total } = findRows(reading, query);
    return { reading, place: positionOfType(type), rows, page: query.page, total };
  }

  /** One entry at the root; the only one of a single type. */
  one(type: ContentType, args: Arguments): FoundOne {
    const named = this.named(type, args);
    const { query, isAbsent } = this.checks.entry(this.access, type, named);
    const reading = this.reading(actionOf(type), query);
    const asked = type.kind === "single" ? this.singleDocument(type, query) : String(named.documentId);
    const row = isAbsent || asked === null ? null : findRow(reading, query, asked);
    return { reading, place: positionOfType(type), row };
  }

  /** The version that has a numeric id, as clients of Strapi 4 name entries; null if there is none. */
  byId({ uid }: ContentType, id: string): { documentId: string; status: Status; locale: string | null } | null {
    const found = versionById(this.#store, uid, id);
    return found && { documentId: found.documentId, status: statusOf(found.status), locale: localeOf(found.status) };
  }

  /** Arguments with a documentId in place of a numeric id, and the status and locale of that version. */
  named(type: ContentType, args: Arguments): Arguments {
    if (args.id === undefined || args.id === null) return args;
    const { id, ...rest } = args;
    const version = this.byId(type, String(id));
    if (version === null) return { ...rest, documentId: id };
    const { documentId, status, locale } = version;
    return { ...rest, documentId, status, locale: locale ?? type.locale };
  }

  /** One version that a mutation wrote, whether published or not. */
  version(type: ContentType, { documentId, status, locale }: WriteResult): FoundOne {
    const query = inStoredLocale(this.checks.one(this.access, type, {}), locale);
    const versions = { ...query, statuses: [status] };
    const reading = this.#reading(versions);
    return { reading, place: positionOfType(type), row: findRow(reading, versions, documentId) };
  }

  /** The version that a mutation is about: the published one, else the draft; null if there is none. */
  written(type: ContentType, args: Arguments): (WriteResult & FoundOne) | null {
    const documentId = type.kind === "single" ? this.singleDocument(type) : String(args.documentId);
    if (documentId === null) return null;
    const locale = this.writtenLocale(type, args);
    for (const status of ["published", "draft"] as const) {
      const found = this.version(type, { documentId, status, locale });
      if (found.row !== null) return { documentId, status, locale, ...found };
    }
    return null;
  }

  /**
   * Entries that hooks have made, over the versions that they say they are: `status` where they do not say it. One that is
   * not stored has nothing behind its relations.
   */
  ownEntries(type: ContentType, status: Status): (own: UnknownRecord) => FoundOne {
    const readings = new Map<string, { readonly query: Query; readonly reading: ReadContext }>();
    const asked = this.checks.one(this.access, type, {});
    return (own) => {
      const isPublished = own.publishedAt === undefined ? status === "published" : own.publishedAt !== null;
      const shown = isPublished || !type.draftAndPublish ? "published" : "draft";
      const locale = type.locale === null || own.locale === type.locale ? null : String(own.locale ?? type.locale);
      const key = `${shown} ${locale}`;
      let known = readings.get(key);
      if (known === undefined) {
        const query: Query = { ...inStoredLocale(asked, locale), statuses: [shown] };
        known = { query, reading: this.#reading(query) };
        readings.set(key, known);
      }
      const row = findRow(known.reading, known.query, String(own.documentId));
      return { reading: known.reading, place: positionOfType(type), row, own };
    };
  }

  /** The version that an object of own code is, by its numeric id or its documentId; null if it is none. */
  stored(type: ContentType, own: UnknownRecord): FoundOne | null {
    const version = own.id === undefined ? null : this.byId(type, String(own.id));
    const { status = null, ...named } = version ?? own;
    const publishedAt = version === null ? own.publishedAt : status === "draft" ? null : undefined;
    const found = this.ownEntries(type, "published")({ ...named, publishedAt });
    return found.row === null ? null : { ...found, own };
  }

  /** An entry as the Document Service gives it to code of the user's own, private attributes included. */
  asDocument(type: ContentType, documentId: string, layer: Layer): UnknownRecord | null {
    const { state, rules } = this.#store.engine;
    const query = inStoredLocale(this.checks.one(FULL_ACCESS, type, {}), localeOf(layer));
    const version = { ...query, statuses: [statusOf(layer)] };
    const reading = readContextOf(state, rules, version, FULL_ACCESS, "service");
    // The requested output makes it an object.
    return findOne(reading, OBJECTS, version, documentId) as Entry | null;
  }

  /** Of calls with hooks around them: with private attributes, and run again where they take long. */
  readingForHooks(query: Query): ReadContext {
    const { state, rules } = this.#store.engine;
    const budgets = { ...this.#budgets, maySuspend: true };
    return { ...readContextOf(state, rules, query, this.access, "caller", budgets), audience: "service" };
  }

  /** Prepares to follow an attribute of the entries at a place. */
  linked(reading: ReadContext, place: Position, leading: LinkMeaning, args: Arguments): Linked {
    const { attribute, find } = leading;
    const { access } = reading;
    if (find !== null && !access.may(find, "find")) throw forbidden();
    if (leading.kind === "one") return linkedOf(reading, place, { attribute, filter: null, sort: [], page: null });
    const model = this.#modelBehind(place.model, attribute);
    return linkedOf(reading, place, { attribute, ...this.checks.linked(access, model, args) });
  }

  /**
   * Prepares to list the entries of a zone, or of a relation to any type. Components that the zone no longer has are
   * skipped, and entries of types that the caller may not find.
   */
  zone(reading: ReadContext, place: Position, attribute: string): (node: Node, layer: Layer) => readonly PlacedNode[] {
    const zone = place.model.attributes.get(attribute);
    if (zone?.kind === "morph") {
      const types = [...this.schema.types.values()].filter((type) => exposureOf(type, this.checks.hiding) !== null);
      const readable = types.filter(({ uid }) => reading.access.may(uid, "find")).map(({ uid }) => uid);
      return mixedOf(reading, place, attribute, new Set(readable));
    }
    const uids = zone?.kind === "dynamiczone" ? zone.components : [];
    const places = new Map(uids.map((uid) => [uid, { ...place, model: this.schema.component(uid) }]));
    const components = componentsOf(reading.view.state.shape, place, attribute);
    return (node, layer) =>
      components(node).flatMap((component) => {
        const here = places.get(component.component);
        return here === undefined ? [] : [{ node: component, layer, place: here }];
      });
  }

  /** The caller's view of the requested versions; drafts only if permitted. */
  reading(action: "find" | "findOne", query: Query): ReadContext {
    demand(this.access, query.type, action);
    assertMayRead(query.type, query.statuses, this.access, this.#store.engine.rules);
    return this.#reading(query);
  }

  #reading(query: Query): ReadContext {
    const { state, rules } = this.#store.engine;
    return readContextOf(state, rules, query, this.access, "caller", this.#budgets);
  }

  /** The locale that a mutation writes, as stored. */
  writtenLocale(type: ContentType, args: Arguments): string | null {
    return this.checks.writtenLocale(type, args);
  }

  /** The locales in which a mutation deletes. */
  lookedUpLocales(type: ContentType, args: Arguments): "all" | readonly (string | null)[] {
    return this.checks.lookedUpLocales(type, args);
  }

  /**
   * The documentId of a single type's document; null if there is none. Programs and archives may store several: reads take the
   * first one that fits the query, writes the first one.
   */
  singleDocument({ uid }: ContentType, query: Query | null = null): string | null {
    const fits = (documentId: string) => query === null || findRow(this.#reading(query), query, documentId) !== null;
    for (const documentId of this.#store.engine.state.collection(uid).documentIds()) {
      if (fits(documentId)) return documentId;
    }
    return null;
  }

  #modelBehind(model: AnyModel, name: string): AnyModel {
    const attribute = model.attributes.get(name);
    const behind = attribute === undefined ? null : this.schema.behind(attribute);
    if (behind === null) throw new TypeError(`${model.uid} has nothing behind ${name}`);
    return behind;
  }
}
