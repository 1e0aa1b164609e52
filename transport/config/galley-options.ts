import type { FileStore, Storage } from "../../storage/internal.ts";
import type { Seed } from "../library/seed/seed.ts";
import type { AnySchema } from "../library/typed/schema.ts";
import type { ClockOption } from "../runtime/clock.ts";
import type { IdsOption } from "../runtime/document-ids.ts";
import type { Log } from "../runtime/log.ts";
import type { Settings } from "./config.ts";

/** What `createGalley` takes: content types, or a project that has them. */
export type CreateOptions<S extends AnySchema = AnySchema> = GalleyOptions<S> | ProjectGalleyOptions<S>;

/** What can be chosen about a galley for content types that are given. */
export interface GalleyOptions<S extends AnySchema = AnySchema> extends CommonOptions<S> {
  /**
   * Content types: what `defineSchema` makes, which types `documents`, or Strapi's schema.json objects by uid, which
   * do so as far as the compiler knows their literals.
   */
  readonly schema: S;
  readonly project?: never;
  readonly strict?: never;
}

/** What can be chosen about a galley for the content types of a project. */
export interface ProjectGalleyOptions<S extends AnySchema = AnySchema> extends CommonOptions<S> {
  readonly schema?: never;
  /**
   * Path of a Strapi project, or of what else `galley PATH` serves, in the place of `schema`; typed by the `Schema` that
   * `galley types` writes: `createGalley<Schema>`. The profile of a Strapi project is `strapi` when none is given.
   */
  readonly project: string | URL;
  /** Refuses a project with faults, instead of serving what can be served of it and telling the logger the rest. */
  readonly strict?: boolean;
}

interface CommonOptions<S extends AnySchema> extends Settings {
  /**
   * What an empty galley begins with: entries by type, with references by name; a function that writes them; or the path
   * of a file that holds them, or of an archive that Strapi exported. Storage that has content already is left as it is.
   */
  readonly seed?: Seed<S>;
  /** Where content is kept; in memory when absent. */
  readonly storage?: Storage;
  /** Where the bytes of uploaded files are kept; in memory when absent. */
  readonly files?: FileStore;
  /** The system's clock when absent. */
  readonly clock?: ClockOption;
  /** `random` when absent. With any other choice, the same requests give the same answers. */
  readonly ids?: IdsOption;
  /** Writes a line per request and for every fault; faults alone go to the standard error stream when absent. */
  readonly logger?: Log;
  /** How many of the newest requests `requests` keeps, 4 MiB at most: 1000; 0 keeps none. */
  readonly keepRequests?: number;
}
