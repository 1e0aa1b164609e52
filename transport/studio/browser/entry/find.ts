import { withQuery } from "../core/query-text.ts";
import { ask, member } from "../core/request.ts";
import { uploadPath } from "../files/upload.ts";
import type { Model } from "../model/model.ts";

const MAX_FOUND = "10";

/** The first entries of a type that a text is found in. */
export async function findEntries(model: Model | undefined, text: string): Promise<readonly unknown[]> {
  if (model === undefined) return [];
  const search = text === "" ? [] : [["_q", text] as const];
  const { json } = await ask({ path: withQuery(model.path, [...search, ["pagination[pageSize]", MAX_FOUND]]) });
  const data = member(json, "data");
  return Array.isArray(data) ? data : [];
}

/** The first files whose names hold a text; `mime`: what their media types begin with. */
export async function findFiles(text: string, mime = ""): Promise<readonly unknown[]> {
  const named = text === "" ? [] : [["filters[name][$containsi]", text] as const];
  const typed = mime === "" ? [] : [["filters[mime][$startsWith]", mime] as const];
  const { json } = await ask({ path: withQuery(`${uploadPath()}/files`, [...named, ...typed, ["limit", MAX_FOUND]]) });
  return Array.isArray(json) ? json : [];
}
