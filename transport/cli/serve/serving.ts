import type { Galley, ListeningGalley } from "../../library/galley.ts";
import type { Log } from "../../runtime/log.ts";
import { type Content, openContent } from "../content/content.ts";
import { FileDatabase } from "../content/file-database.ts";
import type { LoadedConfig } from "../load-config.ts";
import type { Settings } from "../settings.ts";
import { listenOn } from "./listen.ts";

/** The parts that a server is started with. */
export interface Deployed {
  readonly loaded: LoadedConfig;
  readonly settings: Settings;
  readonly content: Content;
}

/** A server that listens. */
export interface Serving {
  /** The handler that answers at present. */
  readonly galley: Galley;
  readonly deployed: Deployed;
  readonly listening: ListeningGalley;
  close(): Promise<void>;
}

/** Serves the content without watching its source. */
export async function serveOnce(deployed: Deployed, log: Log): Promise<Serving> {
  const { settings, content, loaded } = deployed;
  const database = FileDatabase.of(content);
  await database?.prepare(content, log);
  const galley = await openContent(settings, content, loaded, log);
  try {
    await database?.merge(galley, content, log);
    return { galley, deployed, listening: await listenOn(galley, settings), close: () => galley.close() };
  } catch (error) {
    await galley.close();
    throw error;
  }
}
