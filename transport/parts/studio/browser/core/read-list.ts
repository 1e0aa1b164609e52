import { member } from "./member.ts";

/** A list that an answer may not have; empty without it. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of an answer with a list of them. */
export function entriesIn(json: unknown): readonly unknown[] {
  return listOf(member(json, "data"));
}

/** A number of `meta.pagination`; null if the answer does not tell it. */
export function paginationIn(json: unknown, name: "total" | "pageCount"): number | null {
  const value = member(member(member(json, "meta"), "pagination"), name);
  return typeof value === "number" ? value : null;
}
