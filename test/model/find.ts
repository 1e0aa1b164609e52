import { type ContentType, type Json, type Status, statusOf } from "../../engine/internal.ts";
import { type Entry, entryOf, valueAt, type World } from "./entry.ts";
import { matches } from "./matches.ts";
import { type PageLimits, pageOf, paginationOf } from "./page.ts";
import { isInPublication, publicationFilterOf } from "./publication.ts";
import { isFound } from "./search.ts";
import { shown, type View } from "./shown.ts";
import { sorted } from "./sort.ts";

type Params = { readonly [name: string]: unknown };

export interface ModelAnswer {
  readonly entries: readonly { readonly [name: string]: Json }[];
  /** All matches, on whatever page. */
  readonly total: number;
  readonly pagination: object;
}

/** The answer of a list of a type to raw parameters. */
export function modelFind(world: World, type: ContentType, params: Params, limits: PageLimits): ModelAnswer {
  const found = sorted(world, matching(world, type, params), params.sort);
  const page = pageOf(params.pagination, limits);
  const view = viewOf(world, params, limits);
  const entries = found.slice(page.start, page.start + page.limit).map((entry) => shown(view, entry, params));
  return { entries, total: found.length, pagination: paginationOf(page, found.length) };
}

/** The answer of one document; null when it is not found. Of two versions the published one. */
export function modelFindOne(
  world: World,
  type: ContentType,
  params: Params,
  limits: PageLimits,
  documentId: string,
): Json {
  const versions = matching(world, type, params).filter((entry) => valueAt(entry, "documentId") === documentId);
  const entry = versions.find(({ layer }) => layer === "published") ?? versions[0];
  return entry === undefined ? null : shown(viewOf(world, params, limits), entry, params);
}

function matching(world: World, type: ContentType, params: Params): Entry[] {
  const statuses = statusesOf(world, params.status);
  const publicationFilter = publicationFilterOf(params);
  const entries = world.content.versions.flatMap((put) => {
    if (put.type !== type.uid) return [];
    // A type without drafts is read in any status, and passes the status on to the types behind it.
    if (!type.draftAndPublish) return [entryOf(type, put, statuses[0] ?? "published")];
    const status = statusOf(put.status);
    return statuses.includes(status) ? [entryOf(type, put, status)] : [];
  });
  return entries.filter(
    (entry) =>
      matches(world, entry, params.filters) &&
      isFound(entry, params._q) &&
      isInPublication(world, entry, publicationFilter),
  );
}

/** Strict: one of the two words, or both. Else whatever is not `published` means drafts (reads, §12 and §22). */
function statusesOf({ rules }: World, raw: unknown): readonly Status[] {
  if (raw === undefined || raw === "published") return ["published"];
  return rules.strictStatus && Array.isArray(raw) ? ["draft", "published"] : ["draft"];
}

function viewOf(world: World, params: Params, { defaultLimit }: PageLimits): View {
  return { ...world, publicationFilter: publicationFilterOf(params), defaultLimit };
}
