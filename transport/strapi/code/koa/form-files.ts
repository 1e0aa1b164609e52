import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isForm } from "../../../http/form/form-type.ts";
import { type HttpRequest, isSource } from "../../../http/port.ts";
import type { Loose } from "../strapi-object.ts";

/** The files of a form, in a folder of their own. */
export interface FormFiles {
  /** By field, as `formidable` names their members; a list where a field has several. */
  readonly files: Loose;
  remove(): Promise<void>;
}

/** The files of a multipart form that is in memory; null for any other request, and for a form without files. */
export async function formFiles(request: HttpRequest): Promise<FormFiles | null> {
  const { body } = request;
  if (body === null || body === "too large" || isSource(body) || !isForm(request)) return null;
  const form = await new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { "content-type": request.header("content-type") ?? "" },
  })
    .formData()
    .catch(() => null);
  const sent = [...(form ?? [])].flatMap(([field, value]) => (typeof value === "string" ? [] : [{ field, value }]));
  const chosen = sent.filter(({ value }) => value.name !== "" || value.size > 0);
  if (chosen.length === 0) return null;
  const folder = await mkdtemp(join(tmpdir(), "galley-form-"));
  const files: { [field: string]: Loose } = {};
  for (const [at, { field, value }] of chosen.entries()) {
    const filepath = join(folder, String(at));
    await writeFile(filepath, value.stream());
    const { name, type, size } = value;
    const file = { filepath, newFilename: String(at), originalFilename: name, mimetype: type, size };
    files[field] = files[field] === undefined ? file : [files[field], file].flat();
  }
  return { files, remove: () => rm(folder, { recursive: true, force: true }) };
}
