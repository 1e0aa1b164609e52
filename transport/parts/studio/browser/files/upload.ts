import { directory } from "../core/directory.ts";
import { member } from "../core/member.ts";
import { withQuery } from "../core/query-text.ts";
import { ask, type Reply } from "../core/request.ts";

/** The path of the upload API. */
export function uploadPath(): string {
  return `${directory.value?.links.rest ?? "/api"}/upload`;
}

/** @throws RefusedError (rejected) */
export async function uploadFiles(files: Iterable<File> | null): Promise<readonly unknown[]> {
  const chosen = [...(files ?? [])];
  if (chosen.length === 0) return [];
  const form = new FormData();
  for (const file of chosen) form.append("files", file);
  const { json } = await ask({ method: "POST", path: uploadPath(), body: form });
  return Array.isArray(json) ? json : [];
}

const PAGE_SIZE = 24;

/** A page of the files whose names contain a text, newest first. `mime`: prefix of their media types. */
export function filesPath(text: string, page: number, mime = ""): string {
  return withQuery(`${uploadPath()}/files/page`, [
    ...(text === "" ? [] : [["filters[name][$containsi]", text] as const]),
    ...(mime === "" ? [] : [["filters[mime][$startsWith]", mime] as const]),
    ["sort", "createdAt:desc"],
    ["pagination[page]", String(page)],
    ["pagination[pageSize]", String(PAGE_SIZE)],
  ]);
}

/** The files of an answer, with the number of pages that there are. */
export function filesIn(reply: Reply | undefined): { readonly files: readonly unknown[]; readonly pages: number } {
  const data = member(reply?.json, "data");
  const pages = member(member(member(reply?.json, "meta"), "pagination"), "pageCount");
  return { files: Array.isArray(data) ? data : [], pages: Math.max(1, Number(pages) || 1) };
}
