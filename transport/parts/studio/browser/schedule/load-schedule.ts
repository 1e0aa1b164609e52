import { directory } from "../core/directory.ts";
import { member } from "../core/member.ts";
import { withQuery } from "../core/query-text.ts";
import { entriesIn, listOf } from "../core/read-list.ts";
import { ask, send } from "../core/request.ts";
import { models, openApi } from "../model/load-models.ts";
import { labelAttribute, type Model, titleOf } from "../model/model.ts";

/** The path of all schedules; undefined if the server has none, or not for this caller. */
export function schedulePath(): string | undefined {
  const path = `${directory.value?.links.rest ?? "/api"}/_schedule`;
  return openApi.value?.paths[path]?.get === undefined ? undefined : path;
}

/** A time at which a document is published or unpublished. */
export interface Schedule {
  readonly id: string;
  readonly model: Model | undefined;
  readonly documentId: string;
  readonly locale: string | null;
  readonly action: string;
  readonly at: string;
  readonly isPinned: boolean;
  readonly state: string;
  /** Why it failed. */
  readonly faults: readonly string[];
  /** The title of the document; its documentId if it has none. */
  readonly title: string;
}

/** All schedules that this caller may see, the earliest first. @throws RefusedError (rejected) */
export async function loadSchedule(signal: AbortSignal): Promise<readonly Schedule[]> {
  const { json } = await ask({ path: schedulePath() ?? "", signal });
  const found = entriesIn(json).map(readSchedule);
  const types = new Set(found.flatMap(({ model }) => (model === undefined ? [] : [model])));
  const titles = new Map((await Promise.all([...types].map((model) => titlesOf(model, found)))).flat());
  return found.map((schedule) => ({ ...schedule, title: titles.get(schedule.documentId) ?? schedule.documentId }));
}

function readSchedule(value: unknown): Omit<Schedule, "title"> {
  const text = (name: string) => String(member(value, name) ?? "");
  return {
    id: text("id"),
    model: models.value?.byUid(text("type")),
    documentId: text("documentId"),
    locale: member(value, "locale") === null ? null : text("locale"),
    action: text("action"),
    at: text("at"),
    isPinned: member(value, "pin") === true,
    state: text("state"),
    faults: listOf(member(value, "faults")).map((fault) => String(member(fault, "message"))),
  };
}

async function titlesOf(
  model: Model,
  found: readonly Pick<Schedule, "model" | "documentId">[],
): Promise<readonly (readonly [documentId: string, title: string])[]> {
  const ids = new Set(found.filter((schedule) => schedule.model === model).map(({ documentId }) => documentId));
  const path = withQuery(model.path, [
    ["status", "draft"],
    ...(model.kind === "singleType" ? [] : [...ids].map((id, at) => [`filters[documentId][$in][${at}]`, id] as const)),
    ["fields", labelAttribute(model)],
    ...(model.kind === "singleType" ? [] : [["pagination[pageSize]", String(ids.size)] as const]),
  ]);
  // A type whose titles may not be read shows the ids.
  const { json } = await send({ path });
  const entries = [member(json, "data") ?? []].flat();
  return entries.map((entry) => [String(member(entry, "documentId")), titleOf(model, entry)] as const);
}
