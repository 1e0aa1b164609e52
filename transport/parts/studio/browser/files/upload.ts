import { directory } from "../core/directory.ts";
import { withQuery } from "../core/query-text.ts";
import { entriesIn, listOf, paginationIn } from "../core/read-list.ts";
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
  return listOf(json);
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
  const pages = paginationIn(reply?.json, "pageCount") ?? 1;
  return { files: entriesIn(reply?.json), pages: Math.max(1, pages) };
}
