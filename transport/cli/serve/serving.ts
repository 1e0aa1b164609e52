import type { Galley, ListeningGalley } from "../../library/galley.ts";
import type { Log } from "../../runtime/log.ts";
import { type Content, openContent } from "../content/content.ts";
import type { LoadedConfig } from "../load-config.ts";
import type { Settings } from "../settings.ts";
import { listenOn } from "./listen.ts";

/** What a server is started with. */
export interface Deployed {
  readonly loaded: LoadedConfig;
  readonly settings: Settings;
  readonly content: Content;
}

/** A server that listens. */
export interface Serving {
  /** Who answers at present, and with what. */
  readonly galley: Galley;
  readonly deployed: Deployed;
  readonly listening: ListeningGalley;
  close(): Promise<void>;
}

/** Serves what was found, as it is. */
export async function serveOnce(deployed: Deployed, log: Log): Promise<Serving> {
  const { settings, content, loaded } = deployed;
  const galley = await openContent(settings, content, loaded, log);
  try {
    return { galley, deployed, listening: await listenOn(galley, settings), close: () => galley.close() };
  } catch (error) {
    await galley.close();
    throw error;
  }
}
