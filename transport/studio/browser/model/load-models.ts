import { signal } from "@preact/signals";
import { loadDirectory } from "../core/directory.ts";
import { ask } from "../core/request.ts";
import { loadLocales } from "./locales.ts";
import type { Models } from "./model.ts";
import type { OpenApi } from "./open-api.ts";
import { readModels } from "./read-models.ts";

/** The document that describes the API to who is signed in; null until it is read. */
export const openApi = signal<OpenApi | null>(null);

export const models = signal<Models | null>(null);

/** @throws RefusedError (rejected), and Error where the server describes nothing. */
export async function loadModels(): Promise<Models> {
  const { links } = await loadDirectory();
  if (links.openapi === undefined) {
    throw new Error("The server does not serve its OpenAPI document, from which Studio learns what there is.");
  }
  const document = (await ask({ path: links.openapi })).json as OpenApi;
  openApi.value = document;
  const read = readModels(document);
  await loadLocales(read);
  models.value = read;
  return read;
}
