import { signal } from "@preact/signals";
import { loadWebhooks } from "../control/deliveries/load-webhooks.ts";
import { loadDirectory } from "../core/directory.ts";
import { ask } from "../core/request.ts";
import { loadLocales } from "./locales.ts";
import type { Models } from "./model.ts";
import type { OpenApi } from "./open-api.ts";
import { readModels } from "./read-models.ts";

/** The OpenAPI document as this caller sees it; null until it has been loaded. */
export const openApi = signal<OpenApi | null>(null);

export const models = signal<Models | null>(null);

/** @throws RefusedError (rejected), and Error if the server has no OpenAPI document */
export async function loadModels(): Promise<Models> {
  const { links } = await loadDirectory();
  if (links.openapi === undefined) {
    throw new Error(
      "Studio reads the content types from the OpenAPI document, which this server does not serve. " +
        'Set "openapi" to "public" or "token" in its configuration.',
    );
  }
  const document = (await ask({ path: links.openapi })).json as OpenApi;
  openApi.value = document;
  const read = readModels(document);
  await Promise.all([loadLocales(read, document), loadWebhooks(links.control)]);
  models.value = read;
  return read;
}
