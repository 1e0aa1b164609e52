import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUILT_IN_TYPES, type SchemaDefinition } from "../../engine/internal.ts";
import type { Storage } from "../../storage/index.ts";
import { blogContent, sizeOf } from "../data.ts";
import { BLOG, localizedBlog } from "../schema.ts";
import { reportAllocation } from "./allocation.ts";
import { listening, optionsOf } from "./options.ts";
import { type OwnCode, optionsWith } from "./own-code.ts";
import { reportSettling } from "./settling.ts";

export interface GalleyServerOptions {
  /** Folder of the compiled build to run, as users run it. */
  readonly build: string;
  readonly posts: number;
  readonly listener: "uws" | "node";
  /** `memory`, a `.json` file, or a folder for the journal. */
  readonly storage: string;
  readonly cacheBytes?: number;
  readonly graphql?: boolean;
  /** Locales of posts, the default one first; posts are not localized when absent. */
  readonly locales?: readonly string[];
  /** Users can sign in and up, without rate limits. */
  readonly users?: boolean;
  /** Code of a user's own that it runs. */
  readonly code?: OwnCode;
  readonly token: string;
}

const USER = "plugin::users-permissions.user";

type GalleyModule = typeof import("../../transport/galley.ts");
type PretenuringModule = typeof import("../../transport/cli/serve/without-pretenuring.ts");
type StorageModule = typeof import("../../storage/index.ts");

const { build, posts, listener, storage, cacheBytes, graphql, locales, users, code, token } =
  optionsOf<GalleyServerOptions>();
const load = (file: string) => import(pathToFileURL(join(build, file)).href);
const { createGalley }: GalleyModule = await load("transport/galley.js");
const { JournalStorage, JsonFileStorage, MemoryStorage }: StorageModule = await load("storage/index.js");

const pretenuring = "transport/cli/serve/without-pretenuring.js";
if (existsSync(join(build, pretenuring))) ((await load(pretenuring)) as PretenuringModule).withoutPretenuring();

const galley = await createGalley({
  schema: schemaServed(),
  ...(locales !== undefined && { locales }),
  storage: storageAt(storage),
  roles: { public: { "*": ["find", "findOne"] } },
  tokens: [{ name: "bench", token, access: "full-access" }],
  keepRequests: 0,
  ...(cacheBytes !== undefined && { cacheBytes }),
  ...(graphql !== undefined && { graphql }),
  ...(code !== undefined && optionsWith(code)),
  ...(users === true && { rateLimit: { failures: 1_000_000 } }),
});
// At number 0, because the content precedes the log.
galley.engine.restore({ ...blogContent(sizeOf(posts), locales?.slice(1)), number: 0 });
reportAllocation();
reportSettling(async () => galley.webhooks?.settled());
listening((await galley.listen({ port: 0, listener })).port);

function schemaServed(): SchemaDefinition {
  if (locales !== undefined) return localizedBlog();
  return users === true ? withUsers() : BLOG;
}

/** Users are part of the content types, so the content is empty at first. */
function withUsers(): SchemaDefinition {
  const user = BUILT_IN_TYPES.get(USER);
  return { ...BLOG, contentTypes: { ...BLOG.contentTypes, ...(user && { [USER]: user }) } };
}

function storageAt(place: string): Storage {
  if (place === "memory") return new MemoryStorage();
  return /\.json$/i.test(place) ? new JsonFileStorage(place) : new JournalStorage(place);
}
