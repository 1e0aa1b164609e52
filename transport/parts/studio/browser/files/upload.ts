import { directory } from "../core/directory.ts";
import { ask } from "../core/request.ts";

/** The path of the upload API. */
export function uploadPath(): string {
  return `${directory.value?.links.rest ?? "/api"}/upload`;
}

/** @throws RefusedError (rejected) */
export async function uploadFiles(files: FileList | null): Promise<readonly unknown[]> {
  const chosen = [...(files ?? [])];
  if (chosen.length === 0) return [];
  const form = new FormData();
  for (const file of chosen) form.append("files", file);
  const { json } = await ask({ method: "POST", path: uploadPath(), body: form });
  return Array.isArray(json) ? json : [];
}
