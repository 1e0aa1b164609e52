import type { FileStore, Storage } from "../storage/index.ts";
import type { MetricsConfig, ProfileName, RestConfig, UploadConfig, UserConfig } from "./config.ts";
import type { ReadLimits } from "./content/query-string.ts";
import type { Roles } from "./content/roles.ts";
import type { TokenConfig } from "./content/tokens.ts";
import type { ControlConfig } from "./control/control-config.ts";
import type { GraphqlOptions } from "./graphql/options.ts";
import type { JsonLimits } from "./json-body.ts";
import type { RateLimitConfig } from "./limits/rate-limit.ts";
import type { Log } from "./log.ts";
import type { Seed } from "./seed/seed.ts";
import type { AnySchema } from "./typed/schema.ts";
import type { ClockOption } from "./world/clock.ts";
import type { IdsOption } from "./world/document-ids.ts";

/** What can be chosen about a galley. */
export interface GalleyOptions<S extends AnySchema = AnySchema> {
  /**
   * Content types: what `defineSchema` makes, which types `documents`, or Strapi's schema.json objects by uid, which
   * do so as far as the compiler knows what is in them.
   */
  readonly schema: S;
  /**
   * What an empty galley begins with: entries by type, with references by name; a function that writes them; or the path
   * of a file that holds them, or of an archive that Strapi exported. Storage that has content already is left as it is.
   */
  readonly seed?: Seed<S>;
  /** Key of an archive as seed that is encrypted. */
  readonly seedKey?: string;
  /** Where content is kept; in memory when absent. */
  readonly storage?: Storage;
  /** Where the bytes of uploaded files are kept; in memory when absent. */
  readonly files?: FileStore;
  /** The seed contract when absent; `strapi` is Strapi 5 wherever the two differ. */
  readonly profile?: ProfileName;
  /** What each role may do; nothing is granted when absent, not to callers without a token either. */
  readonly roles?: Roles;
  /** Credentials that callers may present; none when absent. */
  readonly tokens?: readonly TokenConfig[];
  /** Page sizes, totals and paths of the content routes. */
  readonly rest?: RestConfig;
  /** Serve GraphQL at `/graphql`: false when absent. Needs the package `graphql`. */
  readonly graphql?: boolean | GraphqlOptions;
  /** Serve the todo routes: true when absent. */
  readonly todo?: boolean;
  /** The system's clock when absent. */
  readonly clock?: ClockOption;
  /** `random` when absent. With any other choice, the same requests give the same answers. */
  readonly ids?: IdsOption;
  /** Writes a line per request and for every fault; faults alone go to the standard error stream when absent. */
  readonly logger?: Log;
  /** How many of the newest requests `requests` keeps, 4 MiB at most: 1000; 0 keeps none. */
  readonly keepRequests?: number;
  /**
   * Lets whoever has a token with full access control this galley over HTTP under `/__galley/`, and any request choose a
   * fork by its header `X-Galley-Fork`. False when absent.
   */
  readonly control?: boolean | ControlConfig;
  /** Largest request body in bytes: 1 MiB. */
  readonly bodyLimit?: number;
  /** Take in files and serve them: true when absent. */
  readonly uploads?: UploadConfig;
  /** Users who sign in and call with what their role grants: true when the schema has the type of users. */
  readonly users?: UserConfig;
  /** Signs the tokens of users, 16 characters at least; made for this run when absent, so that they end with it. */
  readonly jwtSecret?: string;
  /** How much a query string may hold, and how much work one read may be. */
  readonly queryLimits?: Partial<ReadLimits>;
  /** How much structure a body may have: 64 levels, 100,000 values; and whether keys with a meaning to JavaScript. */
  readonly jsonLimits?: Partial<JsonLimits>;
  /** Bytes of answers to be kept for the next to ask the same: 64 MiB; 0 keeps none. */
  readonly cacheBytes?: number;
  /** Bytes that the indexes may take, roughly: 1 GiB; beyond that those go that have not been used for longest. */
  readonly indexBytes?: number;
  /** Reads have an `ETag`, and `If-None-Match` is answered with 304: true in the contract profile. */
  readonly etag?: boolean;
  /** Reads with the header `X-Galley-Explain` tell in one of that name how they were answered: false when absent. */
  readonly explain?: boolean;
  /** Origins that may call from a browser: those listed, with credentials; any when absent. */
  readonly cors?: "*" | readonly string[];
  /** How often one client may ask; only refused credentials are limited when absent. */
  readonly rateLimit?: RateLimitConfig;
  /** Requests are refused with 503 while the event loop is later than so many milliseconds: never when absent. */
  readonly maxEventLoopDelay?: number;
  /** Serve `/_metrics`: beside the rest, or on a port of its own. False when absent. */
  readonly metrics?: MetricsConfig;
}
