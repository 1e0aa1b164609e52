import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Storage } from "../../storage/index.ts";
import { blogContent, sizeOf } from "../data.ts";
import { BLOG } from "../schema.ts";
import { listening, optionsOf } from "./options.ts";

export interface GalleyServerOptions {
  /** Folder of the build to run: compiled, because that is what users run. */
  readonly build: string;
  readonly posts: number;
  readonly listener: "uws" | "node";
  /** `memory`, a `.json` file, or a folder for the journal. */
  readonly storage: string;
  readonly cacheBytes?: number;
  readonly graphql?: boolean;
  readonly token: string;
}

type GalleyModule = typeof import("../../transport/galley.ts");
type StorageModule = typeof import("../../storage/index.ts");

const { build, posts, listener, storage, cacheBytes, graphql, token } = optionsOf<GalleyServerOptions>();
const load = (file: string) => import(pathToFileURL(join(build, file)).href);
const { createGalley }: GalleyModule = await load("transport/galley.js");
const { JournalStorage, JsonFileStorage, MemoryStorage }: StorageModule = await load("storage/index.js");

const galley = await createGalley({
  schema: BLOG,
  storage: storageAt(storage),
  roles: { public: { "*": ["find", "findOne"] } },
  tokens: [{ name: "bench", token, access: "full-access" }],
  keepRequests: 0,
  ...(cacheBytes !== undefined && { cacheBytes }),
  ...(graphql !== undefined && { graphql }),
});
// At number 0: the content is there before the log begins.
galley.engine.restore({ ...blogContent(sizeOf(posts)), number: 0 });
listening((await galley.listen({ port: 0, listener })).port);

function storageAt(place: string): Storage {
  if (place === "memory") return new MemoryStorage();
  return place.endsWith(".json") ? new JsonFileStorage(place) : new JournalStorage(place);
}
