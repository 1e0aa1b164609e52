import type { Engine } from "../engine/internal.ts";
import type { FileStore, Store } from "../storage/index.ts";
import type { AccessConfig } from "./access/access-config.ts";
import type { ListenerName } from "./config/config.ts";
import type { Handler, Listener } from "./http/port.ts";
import type { RouteInfo } from "./http/route-list.ts";
import type { Snapshot } from "./library/snapshot.ts";
import type { DocumentsOf } from "./library/typed/documents.ts";
import type { FactoriesOf } from "./library/typed/factories.ts";
import type { Uid } from "./library/typed/models.ts";
import type { AnySchema, DefinitionOf } from "./library/typed/schema.ts";
import type { OpenApiDocument } from "./openapi/document.ts";
import type { Clock } from "./runtime/clock.ts";
import type { Faults } from "./testing/control/faults.ts";
import type { RequestJournal } from "./testing/control/request-journal.ts";

export { EngineError, SchemaError } from "../engine/internal.ts";
export { StorageError } from "../storage/index.ts";
export type { AccessConfig } from "./access/access-config.ts";
export type { RateLimitConfig } from "./access/rate-limit.ts";
export type { Grants, Roles } from "./access/roles.ts";
export type { TokenConfig } from "./access/tokens.ts";
export { createGalley } from "./compose/create-galley.ts";
export {
  defineConfig,
  type GalleyConfig,
  type ListenerName,
  type MetricsConfig,
  type OpenapiMode,
  type ProfileName,
  type RestConfig,
  type TodoConfig,
  type UploadConfig,
  type UserConfig,
} from "./config/config.ts";
export { ConfigError } from "./config/config-error.ts";
export { defineSchema } from "./config/define-schema.ts";
export type { CreateOptions, GalleyOptions, ProjectGalleyOptions } from "./config/galley-options.ts";
export type { GraphqlOptions } from "./graphql/options.ts";
export type { JsonLimits } from "./http/json/json-body.ts";
export type { ReadLimits } from "./http/params/query-string.ts";
export type { RouteInfo } from "./http/route-list.ts";
export type { Needs } from "./http/router.ts";
export { FactoryError } from "./library/factory/factory-error.ts";
export type { Seed, SeedFunction } from "./library/seed/seed.ts";
export { SeedError } from "./library/seed/seed-error.ts";
export type { Snapshot } from "./library/snapshot.ts";
export type { CreateData, DraftData, Entry, Filters, Populate, Sort, UpdateData } from "./library/typed/index.ts";
export type { SeedData } from "./library/typed/seed-data.ts";
export type { OpenApiDocument } from "./openapi/document.ts";
export type { Log } from "./operations/log.ts";
export type { ForgetfulUser, SendResetCode } from "./plugins/users/signing-in.ts";
export type { Clock, ClockOption } from "./runtime/clock.ts";
export type { IdsOption } from "./runtime/document-ids.ts";
export type { Time } from "./runtime/time.ts";
export { ProjectError, type ProjectFault } from "./strapi/project/project-error.ts";
export type { ControlConfig } from "./testing/control/control-config.ts";
export { ExpectationError } from "./testing/control/expectation-error.ts";
export type { Delay, FaultSpec } from "./testing/control/fault.ts";
export type { Fault, Faults } from "./testing/control/faults.ts";
export type { Expected, RecordedRequest, RequestJournal, Wait, Which } from "./testing/control/request-journal.ts";
export type { RequestMatch } from "./testing/control/request-match.ts";

export interface ListenOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** `auto` when absent: uWebSockets.js on a loopback address where it loads, else node:http. */
  readonly listener?: ListenerName | Listener;
}

export interface ListeningGalley {
  readonly url: string;
  readonly port: number;
  readonly listener: "uWebSockets.js" | "node:http";
  /** Why the fast listener was not chosen by itself, in one line, and how to get it; null where it was, or was not asked for. */
  readonly listenerNote: string | null;
  /** Answers what is under way, then frees the port. The content stays open. */
  close(): Promise<void>;
}

export interface OpenapiView {
  /** Who the document is for, by a name that `routes` tells: `public`, `role editor`, `token ci`. Everything when absent. */
  readonly as?: string;
}

/** One deployment: its content, and the ways to reach it. */
export interface Galley<S extends AnySchema = AnySchema> extends AsyncDisposable {
  readonly store: Store;
  readonly engine: Engine;
  /** The bytes of uploaded files. */
  readonly files: FileStore;
  /** Answers requests as plain data; never throws. */
  readonly handler: Handler;
  /**
   * Answers without a socket, as the global fetch does over one; a path alone will do.
   *
   * @throws ConfigError for what is neither a URL nor a Request (rejected).
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** @throws ConfigError with every fault of the options (rejected), and what keeps the system from listening. */
  listen(options: ListenOptions): Promise<ListeningGalley>;
  /** The Document Service of one content type, by uid. Throws EngineError `not-found` for one that does not exist. */
  documents<U extends Uid<DefinitionOf<S>>>(uid: U): DocumentsOf<DefinitionOf<S>, U>;
  /** Every route, with who may call it now. */
  routes(): readonly RouteInfo[];
  /**
   * The OpenAPI 3.1 document of everything that is served, or of what one caller may do.
   *
   * @throws ConfigError for a caller that there is not (rejected).
   */
  openapi(options?: OpenapiView): Promise<OpenApiDocument>;
  /** The newest requests with their answers, and what is expected of them. Forks have their own. */
  readonly requests: RequestJournal;
  /** What goes wrong on purpose, and latency. Forks have their own. */
  readonly faults: Faults;
  /**
   * Makes an entry, or a number of them, with values that are valid by construction and the same in every run: of the
   * type with this uid, singular or plural name; published unless `status` says otherwise; related to entries that are
   * there, or that are made for it. What is given wins over what would be made.
   *
   * @throws ConfigError for arguments of the wrong kind, FactoryError where no value can be made, and whatever `create`
   * throws (rejected).
   */
  readonly make: FactoriesOf<DefinitionOf<S>>["make"];
  /** Data for new entries as `create` and POST take it, without relations and media. Writes nothing. */
  readonly build: FactoriesOf<DefinitionOf<S>>["build"];
  /** The time of this deployment, which can be set and advanced. */
  readonly clock: Clock;
  /**
   * A second galley with the same content, clock and ids, in constant time; neither ever sees a write of the other. It
   * lives in memory only, is not reset or closed with this one, and listens nowhere yet.
   */
  fork(): Galley<S>;
  /** Content, files in memory, clock and ids as they are now, in constant time. */
  snapshot(): Snapshot;
  /**
   * Goes back, or over, to a snapshot of this galley or of a fork of it, after the writes under way. In memory this takes
   * constant time; a lasting storage stores it as one commit, with all of the content.
   *
   * @throws EngineError `application` for a snapshot of another galley, and whatever a write throws (rejected).
   */
  restore(snapshot: Snapshot): Promise<void>;
  /**
   * Goes back to the base: content, files in memory, clock and ids as `createGalley` gave them, seed included; no
   * requests recorded, no faults.
   */
  reset(): Promise<void>;
  /**
   * Changes who may do what, from the next request on, for forks too: a token that is not among these is refused.
   *
   * @throws ConfigError with every fault of roles and tokens; those of before hold then.
   */
  setAccess(access: AccessConfig): void;
  /** From now on `/_health/ready` tells load balancers to send nothing more; requests are still answered. */
  drain(): void;
  /** Stops listening everywhere, finishes the writes under way and closes the storage. */
  close(): Promise<void>;
}
