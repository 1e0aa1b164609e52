import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formWithFiles } from "../../../http/form/form-fields.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Loose } from "../strapi-object.ts";

/** A multipart form as code reads it. */
export interface CodeForm {
  /** With its fields as an urlencoded form. */
  readonly request: HttpRequest;
  /** By field, as `formidable` names their members; a list where a field has several. Undefined without files. */
  readonly files: Loose;
  /** Removes the folder of its files. */
  remove(): Promise<void>;
}

/**
 * Reads a multipart form, its files into a folder of their own. Null for any other request.
 *
 * @throws HttpError `malformed body` (rejected) for a body that is not a valid form; then no folder is left behind.
 */
export async function readCodeForm(request: HttpRequest): Promise<CodeForm | null> {
  let folder: Promise<string> | null = null;
  let count = 0;
  const receive = async (bytes: AsyncIterable<Uint8Array>) => {
    const newFilename = String(count++);
    folder ??= mkdtemp(join(tmpdir(), "galley-form-"));
    const filepath = join(await folder, newFilename);
    await writeFile(filepath, bytes);
    const { size } = await stat(filepath);
    return { filepath, newFilename, received: { size, discard: async () => {} } };
  };
  const remove = async () => {
    if (folder !== null) await rm(await folder, { recursive: true, force: true });
  };
  try {
    const form = await formWithFiles(request, receive);
    if (form === null) return null;
    const files = new Map<string, Loose[]>();
    for (const { field, filepath, newFilename, name, mediaType, received } of form.files) {
      const file = { filepath, newFilename, originalFilename: name, mimetype: mediaType, size: received.size };
      files.set(field, [...(files.get(field) ?? []), file]);
    }
    const byField = [...files].map(([field, list]) => [field, list.length === 1 ? list[0] : list] as const);
    return { request: form.request, files: files.size === 0 ? undefined : Object.fromEntries(byField), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
