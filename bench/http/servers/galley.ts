import { BUILT_IN_TYPES, type SchemaDefinition } from "../../../engine/internal.ts";
import type { Storage } from "../../../storage/index.ts";
import type { GalleyOptions } from "../../../transport/galley.ts";
import { openBlog } from "../../content/open-blog.ts";
import { BLOG, localizedBlog } from "../../content/schema.ts";
import { importBuild } from "../../run/import-build.ts";
import { listening, optionsOf } from "../../run/options.ts";
import { reportAllocation, reportSettling } from "./asked.ts";
import { OWN_CODE, type OwnCode } from "./own-code.ts";

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

const { build, posts, listener, storage, cacheBytes, graphql, locales, users, code, token } =
  optionsOf<GalleyServerOptions>();
const { createGalley, JournalStorage, JsonFileStorage, MemoryStorage, withoutPretenuring } = await importBuild(build);
withoutPretenuring?.();

const options: Partial<GalleyOptions> = {
  schema: schemaServed(),
  ...(locales !== undefined && { locales }),
  storage: storageAt(storage),
  roles: { public: { "*": ["find", "findOne"] } },
  tokens: [{ name: "bench", token, access: "full-access" }],
  keepRequests: 0,
  ...(cacheBytes !== undefined && { cacheBytes }),
  ...(graphql !== undefined && { graphql }),
  ...(code !== undefined && OWN_CODE[code.name].options(code.port)),
  ...(users === true && { rateLimit: { failures: 1_000_000 } }),
};
const galley = await openBlog(createGalley, posts, options, locales?.slice(1));
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
