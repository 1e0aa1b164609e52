import { type ContentType, isEntryTime, isRecord, type Query } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import type { Hook, HookContext } from "../../../hooks/hook.ts";
import { DocumentReader } from "../../../library/documents/document-reader.ts";
import { DocumentService } from "../../../library/documents/document-service.ts";
import { isDraft, type Row, Rows } from "../queries/rows.ts";
import type { Loose } from "../strapi-object.ts";
import type { LifecycleEvent, Lifecycles } from "./lifecycles.ts";
import { linkedByRow } from "./linked-by-row.ts";

type Change = "Create" | "Update" | "Delete";

/** A row that a call is about to write. */
interface Planned {
  readonly change: Change;
  readonly event: LifecycleEvent;
  /** Of the row that is written; before a deletion its values. */
  readonly isDraft: boolean;
  readonly gone?: Row;
}

interface Parts {
  readonly lifecycles: Lifecycles;
  /** The content for which the code runs now. */
  readonly store: () => Store;
}

const READS: Readonly<Record<string, string>> = {
  findMany: "FindMany",
  findFirst: "FindOne",
  findOne: "FindOne",
  count: "Count",
};

/**
 * Runs lifecycles around a call of the Document Service: for each row that it will write in the order of a real Strapi
 * (draft, old published row, new published row), all `before…` first, then the call, then all `after…`. A change of
 * `params.data` is written.
 */
export function aroundDocuments({ lifecycles, store }: Parts): Hook {
  return async (context, next) => {
    const { uid, action } = context;
    if (!lifecycles.hears(uid)) return next();
    const read = READS[action];
    if (read !== undefined) return aroundRead(lifecycles, context, read, next);
    await checkFirst(store(), context);
    const after = await beforeCall({ lifecycles, store }, context);
    const result = await next();
    const isNew = await after(documentIdIn(result) ?? context.params.documentId);
    return isNew && isRecord(result) ? shownAgain(store(), context, result) : result;
  };
}

/**
 * Tries a write on a fork: Strapi checks what it is given before lifecycles run, as data of a draft where there are drafts.
 *
 * @throws as the write does (rejected).
 */
async function checkFirst(store: Store, { uid, action, params, request }: HookContext): Promise<void> {
  if (action !== "create" && action !== "update") return;
  const type = store.engine.schema.type(uid);
  const { status, ...others } = params;
  const asked = { ...others, ...(!type.draftAndPublish && status !== undefined && { status }) };
  const trial = store.fork({ now: () => Date.now(), newDocumentId: () => "a".repeat(24) });
  // Requests are refused with other words than programs.
  const reading = (query: Query) => new DocumentReader(trial, type).reading(query);
  const documents = new DocumentService(trial, type, request === undefined ? {} : { reading });
  try {
    await documents[action](asked as Loose);
  } finally {
    await trial.close();
  }
}

/** The entry that a call has written, as it is now. */
async function shownAgain(store: Store, { uid, params }: HookContext, { documentId }: Loose): Promise<unknown> {
  const { status, locale, fields, populate } = params;
  const asked = Object.entries({ status, locale, fields, populate }).filter(([, value]) => value !== undefined);
  return new DocumentService(store, store.engine.schema.type(uid)).findOne({
    documentId,
    ...Object.fromEntries(asked),
  });
}

/** A call that writes a document. */
type Call = Pick<HookContext, "uid" | "params"> & { readonly action: string };

/**
 * Runs all `before…` of a write. Resolves with the code that runs all `after…`, called with the documentId. As in Strapi, a
 * published row is the draft with what was done after that was written: the code tells whether it has published that again.
 */
export async function beforeCall(
  { lifecycles, store }: Parts,
  call: Call,
): Promise<(documentId: string | undefined) => Promise<boolean>> {
  const type = store().engine.schema.type(call.uid);
  const rows = new Rows(store(), type);
  const planned = await before({ lifecycles, store: store(), type, rows }, call);
  await changeDraft(store(), type, call);
  return async (documentId) => {
    const rowOf = (wantsDraft: boolean) => {
      const written = documentId === undefined ? [] : rows.ofDocument(documentId, localeOf(call));
      return written.find((each) => isDraft(type, each) === wantsDraft);
    };
    let isNew = false;
    for (const { change, event, isDraft: wantsDraft, gone } of planned) {
      const row = gone ?? rowOf(wantsDraft);
      if (row === undefined) continue;
      await event.after(`after${change}`, row);
      const isPublished = wantsDraft && change !== "Delete" && call.params.status === "published";
      if (!isPublished || documentId === undefined || type.draftAndPublish === false) continue;
      if (JSON.stringify(rowOf(true)) === JSON.stringify(row)) continue;
      const { locale } = call.params;
      await new DocumentService(store(), type).publish({ documentId, ...(locale !== undefined && { locale }) });
      isNew = true;
    }
    return isNew;
  };
}

async function aroundRead(lifecycles: Lifecycles, context: HookContext, read: string, next: () => Promise<Loose>) {
  const { uid, params } = context;
  if (!lifecycles.hearsOf(uid, [`before${read}`, `after${read}`])) return next();
  const event = lifecycles.event(uid, { ...params, where: params.filters ?? {} });
  await event.run(`before${read}`);
  await event.after(`after${read}`, await next());
  return event.result;
}

function localeOf({ params }: Call): string | undefined {
  return typeof params.locale === "string" && params.locale !== "*" ? params.locale : undefined;
}

function documentIdIn(result: unknown): string | undefined {
  return isRecord(result) && typeof result.documentId === "string" ? result.documentId : undefined;
}

interface Planning {
  readonly lifecycles: Lifecycles;
  readonly store: Store;
  readonly type: ContentType;
  readonly rows: Rows;
}

/** Runs `before…` of each row, and takes their changes of the data into the call. */
async function before(planning: Planning, context: Call): Promise<readonly Planned[]> {
  const { lifecycles, store, type, rows } = planning;
  const { action, params } = context;
  const existing = params.documentId === undefined ? [] : rows.ofDocument(params.documentId, localeOf(context));
  const draft = existing.find((row) => isDraft(type, row));
  const published = existing.find((row) => !isDraft(type, row));
  const now = new Date().toISOString();
  const planned: Planned[] = [];
  const add = async (change: Change, given: Loose, of: Omit<Planned, "change" | "event">) => {
    const event = lifecycles.event(type.uid, given);
    await event.run(`before${change}`);
    planned.push({ change, event, ...of });
    return event;
  };
  const remove = (row: Row) => add("Delete", { where: { id: row.id } }, { isDraft: isDraft(type, row), gone: row });
  const write = async (change: Change, where: Loose, data: Loose, shown: Loose, wantsDraft: boolean) => {
    const defaults = change === "Create" ? defaultsOf(type) : {};
    const given = { ...defaults, ...shown, ...linkedByRow(store, type, data ?? {}, wantsDraft) };
    const before = new Map(Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]));
    const event = await add(change, { where, data: { ...given } }, { isDraft: wantsDraft });
    take(context, before, event.params.data);
  };
  const publishes = type.draftAndPublish && (action === "publish" || params.status === "published");
  const times = { ...(type.draftAndPublish && { publishedAt: null }), updatedAt: now };
  switch (action) {
    case "delete":
      for (const row of existing) await remove(row);
      return planned;
    case "unpublish":
      if (published !== undefined) await remove(published);
      return planned;
    case "discardDraft":
      if (draft !== undefined) await remove(draft);
      if (published !== undefined) await write("Create", {}, {}, { ...valuesOf(published), publishedAt: null }, true);
      return planned;
    case "clone":
      if (existing[0] !== undefined)
        await write("Create", {}, params.data, { ...valuesOf(existing[0]), publishedAt: null }, type.draftAndPublish);
      return planned;
    case "create":
      await write("Create", {}, params.data, { ...times, createdAt: now }, type.draftAndPublish);
      break;
    case "update": {
      const row = draft ?? (type.draftAndPublish ? undefined : published);
      if (row === undefined && published === undefined) return planned;
      if (row === undefined) await write("Create", {}, params.data, { ...times, createdAt: now }, true);
      else await write("Update", { id: row.id }, params.data, times, type.draftAndPublish);
      break;
    }
  }
  if (!publishes || (action === "publish" && draft === undefined)) return planned;
  if (published !== undefined) await remove(published);
  const stored = draft === undefined ? newValues(type, now) : valuesOf(draft);
  await write("Create", {}, context.params.data, { ...stored, publishedAt: now }, false);
  return planned;
}

/** Changes that a lifecycle makes to a published entry go through the draft, which is then published. */
async function changeDraft(store: Store, type: ContentType, { action, params }: Call): Promise<void> {
  const { data, documentId, locale } = params;
  if (action !== "publish" || data === undefined || documentId === undefined) return;
  await new DocumentService(store, type).update({ documentId, data, ...(locale !== undefined && { locale }) });
}

/** The values of a new row. */
function newValues(type: ContentType, now: string): Loose {
  const scalars = [...type.attributes.values()].flatMap((each) => (each.kind === "scalar" ? [[each.name, null]] : []));
  return { ...Object.fromEntries(scalars), ...defaultsOf(type), createdAt: now, updatedAt: now, locale: null };
}

function defaultsOf({ attributes }: ContentType): Loose {
  const given = [...attributes.values()].flatMap((each) =>
    each.kind === "scalar" && each.default !== undefined ? [[each.name, each.default]] : [],
  );
  return Object.fromEntries(given);
}

function valuesOf({ id: _, ...values }: Row): Loose {
  return values;
}

/** Writes the changes of a lifecycle. Values that it only saw, such as times and stored values, stay as they are. */
function take(context: Call, before: ReadonlyMap<string, string | undefined>, after: Loose): void {
  const isChanged = (name: string, value: unknown) => JSON.stringify(value) !== before.get(name);
  const changed = Object.entries(after ?? {}).filter(([name, value]) => isChanged(name, value) && !isEntryTime(name));
  if (changed.length > 0) context.params.data = { ...context.params.data, ...Object.fromEntries(changed) };
}
