import type { AnyModel, Attribute, Json } from "../../engine/internal.ts";
import { type Branch, type Branches, branchesOf } from "./branch.ts";
import { type Entry, linkedTo, valueAt, type World } from "./entry.ts";
import { matches } from "./matches.ts";
import { pageOf } from "./page.ts";
import { isInPublication } from "./publication.ts";
import { asksForOrder, sorted } from "./sort.ts";

type Params = { readonly [name: string]: unknown };
type AnswerEntry = { [name: string]: Json };

/** The visible part of the entries of one answer. */
export interface View extends World {
  readonly publicationFilter: string | null;
  /** Entries of a populated list that asks for a page and not for its size. */
  readonly defaultLimit: number | null;
}

/** An entry with the fields and the populated attributes that were asked for (reads, §10, §11 and §15). */
export function shown(view: View, entry: Entry, params: Params): AnswerEntry {
  return withBranches(view, entry, params.fields, branchesOf(view, entry.model, params.populate));
}

function withBranches(view: View, entry: Entry, fields: unknown, branches: Branches): AnswerEntry {
  const answer: AnswerEntry = {};
  for (const name of fieldNames(entry.model, fields)) answer[name] = valueAt(entry, name);
  for (const [name, branch] of branches) answer[name] = populated(view, entry, name, branch);
  return answer;
}

function fieldNames(model: AnyModel, raw: unknown): string[] {
  const isType = model.model === "content-type";
  const identity = isType ? ["id", "documentId"] : ["id"];
  const chosen = typeof raw === "string" ? raw.split(",") : Array.isArray(raw) ? raw : null;
  if (chosen !== null && !chosen.includes("*")) return [...identity, ...chosen.filter((name) => name !== null)];
  const own = [...model.attributes.values()].filter(isReadable).map(({ name }) => name);
  return [...identity, ...own, ...(isType ? ["createdAt", "updatedAt", "publishedAt"] : [])];
}

function isReadable(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && !attribute.private && attribute.type !== "password";
}

function populated(view: View, entry: Entry, name: string, branch: Branch): Json {
  const attribute = entry.model.attributes.get(name);
  const linked = linkedTo(view, entry, name, "status");
  if (attribute?.kind === "dynamiczone") {
    return linked.flatMap((item) => {
      const below = branch.item(item.model.uid);
      if (below === null || !matches(view, item, below.options.filters)) return [];
      return [{ ...showBelow(view, item, below), __component: item.model.uid }];
    });
  }
  const passing = linked.filter(
    (other) => matches(view, other, branch.options.filters) && isInPublication(view, other, view.publicationFilter),
  );
  if (["true", "t", "1"].includes(String(branch.options.count))) return { count: passing.length };
  if (!isList(attribute)) return passing[0] === undefined ? null : showBelow(view, passing[0], branch);
  const ordered = asksForOrder(branch.options.sort) ? sorted(view, passing, branch.options.sort) : passing;
  return pageOfList(view, ordered, branch.options).map((other) => showBelow(view, other, branch));
}

function showBelow(view: View, entry: Entry, branch: Branch): AnswerEntry {
  return withBranches(view, entry, branch.options.fields, branch.below(entry.model));
}

/** Populated lists are whole, unless a page of them is asked for. */
function pageOfList(view: View, entries: readonly Entry[], options: Params): readonly Entry[] {
  const pagination = (options.pagination ?? {}) as Params;
  const asked = { ...options, ...pagination };
  const defaultLimit = asked.page === undefined ? null : view.defaultLimit;
  const { start, limit } = pageOf(asked, { defaultLimit, maxLimit: null });
  return entries.slice(start, start + limit);
}

function isList(attribute: Attribute | undefined): boolean {
  if (attribute?.kind === "component") return attribute.repeatable;
  return (attribute?.kind === "relation" || attribute?.kind === "media") && attribute.many;
}
