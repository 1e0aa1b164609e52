import { existsSync } from "node:fs";
import type { Galley } from "../../library/galley.ts";
import type { Log } from "../../runtime/log.ts";
import type { LoadedConfig } from "../load-config.ts";
import type { Settings } from "../settings.ts";
import { type Content, openContent } from "./content.ts";
import { copyOfPlace, isInUse } from "./copy-of-place.ts";
import { isSharedPlace } from "./shared-place.ts";

/** Content that is opened only to be read. */
export interface OpenedStored {
  readonly galley: Galley;
  close(): Promise<void>;
}

/**
 * Opens the stored content, or a copy of it if a server has it open. If nothing is stored, opens the seed in memory.
 */
export async function openStored(
  settings: Settings,
  content: Content,
  loaded: LoadedConfig,
  log: Log,
): Promise<OpenedStored> {
  const { place } = content;
  if (place === "memory" || !(isSharedPlace(place) || existsSync(place))) {
    const galley = await openContent(settings, { ...content, place: "memory" }, loaded, log);
    return { galley, close: () => galley.close() };
  }
  const found: Content = { ...content, seed: undefined };
  try {
    const galley = await openContent(settings, found, loaded, log);
    return { galley, close: () => galley.close() };
  } catch (error) {
    if (!isInUse(error)) throw error;
    return openCopy(settings, found, loaded, log);
  }
}

/** Opens a copy, which is removed on close. Uploads are never changed once written, so they are read in place. */
async function openCopy(settings: Settings, content: Content, loaded: LoadedConfig, log: Log): Promise<OpenedStored> {
  const { place, remove } = await copyOfPlace(content.place);
  try {
    const galley = await openContent(settings, { ...content, place }, loaded, log, { files: content.place });
    return { galley, close: () => galley.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
