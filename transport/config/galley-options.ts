import type { FileStore, Storage } from "../../storage/core.ts";
import type { Seed } from "../library/seed/seed.ts";
import type { AnySchema } from "../library/typed/schema.ts";
import type { ClockOption } from "../runtime/clock.ts";
import type { IdsOption } from "../runtime/document-ids.ts";
import type { Log } from "../runtime/log.ts";
import type { Settings } from "./config.ts";

/** Options of `createGalley`: for given content types, for a project that has them, or for data of json-server. */
export type CreateOptions<S extends AnySchema = AnySchema> =
  | GalleyOptions<S>
  | ProjectGalleyOptions<S>
  | DataGalleyOptions<S>;

/** Options of a galley for given content types. */
export interface GalleyOptions<S extends AnySchema = AnySchema> extends CommonOptions<S> {
  /**
   * Content types: the result of `defineSchema`, which types `documents`, or Strapi's schema.json objects by uid, which
   * type it as far as the compiler knows their literals.
   */
  readonly schema: S;
  readonly project?: never;
  readonly db?: never;
  readonly strict?: never;
  readonly run?: never;
}

/** Options of a galley for the content types of a project. */
export interface ProjectGalleyOptions<S extends AnySchema = AnySchema> extends CommonOptions<S> {
  readonly schema?: never;
  readonly db?: never;
  /**
   * Path of a Strapi project, or of anything else that `galley PATH` serves, in place of `schema`; typed by the `Schema`
   * that `galley types` writes: `createGalley<Schema>`. A Strapi project has the profile `strapi` by default.
   */
  readonly project: string | URL;
  /**
   * Refuse a project with faults, and an archive with content that the project has no place for, instead of serving the
   * valid part and logging the rest.
   */
  readonly strict?: boolean;
  /**
   * Run the project's own code in this process, as Strapi would: `src/index`, services, controllers, lifecycles, cron tasks
   * and the rest. It is trusted as the program's own code is. `populate`: run none of it, and take the default `populate` of
   * each content type from what the middlewares of its routes set. Default: false.
   */
  readonly run?: boolean | "populate";
}

/** Options of a galley for data of json-server, which everyone may read. */
export interface DataGalleyOptions<S extends AnySchema = AnySchema> extends CommonOptions<S> {
  readonly schema?: never;
  readonly project?: never;
  readonly strict?: never;
  readonly run?: never;
  /** Lists of objects, and objects, by name, from which content types are inferred; or the path of a file of them. */
  readonly db: string | URL | { readonly [name: string]: unknown };
}

interface CommonOptions<S extends AnySchema> extends Settings {
  /**
   * The seed of an empty store: entries by type, with references by name; a function that writes them; or the path of a
   * file of entries or of an archive that Strapi exported. A store with content is left as it is.
   */
  readonly seed?: Seed<S>;
  /** Where content is stored: by default in memory. */
  readonly storage?: Storage;
  /** Where the bytes of uploaded files are kept: by default in memory. */
  readonly files?: FileStore;
  /** Default: the system's clock. */
  readonly clock?: ClockOption;
  /** Default: `random`. With any other choice, the same requests give the same answers. */
  readonly ids?: IdsOption;
  /** Logs a line per request and per fault; by default only faults are logged, to the standard error stream. */
  readonly logger?: Log;
  /** Number of newest requests that `requests` keeps, at most 4 MiB of them: 1000; 0 keeps none. */
  readonly keepRequests?: number;
}
