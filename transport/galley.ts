import { randomBytes } from "node:crypto";
import {
  Engine,
  type IndexLimits,
  defineSchema as readSchema,
  Schema,
  type SchemaDefinition,
} from "../engine/index.ts";
import { type FileStore, MemoryFileStore, MemoryStorage, type Report, type Storage, Store } from "../storage/index.ts";
import { checkOptions } from "./check-options.ts";
import type { ListenerName, MetricsConfig, ProfileName, RestConfig, UploadConfig, UserConfig } from "./config.ts";
import { CONTRACT, type Profile, STRAPI } from "./content/profile.ts";
import type { ReadLimits } from "./content/query-string.ts";
import { ResponseCache } from "./content/response-cache.ts";
import type { Roles } from "./content/roles.ts";
import type { TokenConfig } from "./content/tokens.ts";
import { type ControlConfig, controlConfigOf } from "./control/control-config.ts";
import type { Faults } from "./control/faults.ts";
import type { RequestJournal } from "./control/request-journal.ts";
import { type AccessConfig, Deployment, type UserSettings } from "./deployment.ts";
import type { GraphqlDeployment, GraphqlServiceOf } from "./graphql/graphql-service.ts";
import type { GraphqlOptions } from "./graphql/options.ts";
import { JSON_LIMITS } from "./json-body.ts";
import type { JsonLimits } from "./json-excess.ts";
import type { RateLimitConfig } from "./limits/rate-limit.ts";
import { FAULTS_ONLY, type Log } from "./log.ts";
import { OpenGalley } from "./open-galley.ts";
import { createOperations } from "./operations/operations.ts";
import type { Handler } from "./port.ts";
import type { Seed } from "./seed/seed.ts";
import type { SeedWith } from "./seed/seed-galley.ts";
import type { Snapshot } from "./snapshot.ts";
import { TODO_TYPE, TODO_TYPES } from "./todo/todo.ts";
import type { DocumentsOf } from "./typed/documents.ts";
import type { FactoriesOf } from "./typed/factories.ts";
import type { Uid } from "./typed/models.ts";
import type { AnySchema, DefinitionOf } from "./typed/schema.ts";
import { addDefaultRoles } from "./users/default-roles.ts";
import { USER_TYPE, withUsers } from "./users/user-types.ts";
import type { Clock, ClockOption } from "./world/clock.ts";
import type { IdsOption } from "./world/document-ids.ts";
import { World } from "./world/world.ts";

export { EngineError, SchemaError } from "../engine/index.ts";
export { StorageError } from "../storage/index.ts";
export {
  defineConfig,
  type GalleyConfig,
  type ListenerName,
  type MetricsConfig,
  type ProfileName,
  type RestConfig,
  type UploadConfig,
  type UserConfig,
} from "./config.ts";
export { ConfigError } from "./config-error.ts";
export type { ReadLimits } from "./content/query-string.ts";
export type { Grants, Roles } from "./content/roles.ts";
export type { TokenConfig } from "./content/tokens.ts";
export type { ControlConfig } from "./control/control-config.ts";
export { ExpectationError } from "./control/expectation-error.ts";
export type { Delay, FaultSpec } from "./control/fault.ts";
export type { Fault, Faults } from "./control/faults.ts";
export type { Expected, RecordedRequest, RequestJournal, Wait, Which } from "./control/request-journal.ts";
export type { RequestMatch } from "./control/request-match.ts";
export { defineSchema } from "./define-schema.ts";
export type { AccessConfig } from "./deployment.ts";
export { FactoryError } from "./factory/factory-error.ts";
export type { GraphqlOptions } from "./graphql/options.ts";
export type { JsonLimits } from "./json-excess.ts";
export type { RateLimitConfig } from "./limits/rate-limit.ts";
export type { Log } from "./log.ts";
export type { Seed, SeedFunction } from "./seed/seed.ts";
export { SeedError } from "./seed/seed-error.ts";
export type { Snapshot } from "./snapshot.ts";
export type { CreateData, DraftData, Entry, Filters, Populate, Sort, UpdateData } from "./typed/index.ts";
export type { SeedData } from "./typed/seed-data.ts";
export type { Clock, ClockOption } from "./world/clock.ts";
export type { IdsOption } from "./world/document-ids.ts";
export type { Time } from "./world/time.ts";

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
  /** How many of the newest requests `requests` keeps, with bodies of 16 MiB at most: 1000; 0 keeps none. */
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
  /** How much structure a body may have: 64 levels, 100,000 values. */
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

export interface ListenOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** uWebSockets.js where it loads, else node:http, when absent. */
  readonly listener?: ListenerName;
}

export interface ListeningGalley {
  readonly url: string;
  readonly port: number;
  readonly listener: "uWebSockets.js" | "node:http";
  /** Answers what is under way, then frees the port. The content stays open. */
  close(): Promise<void>;
}

/** One deployment: its content, and the ways to reach it. */
export interface Galley<S extends AnySchema = AnySchema> extends AsyncDisposable {
  readonly store: Store;
  readonly engine: Engine;
  /** The bytes of uploaded files. */
  readonly files: FileStore;
  /** Answers requests as plain data; never throws. */
  readonly handler: Handler;
  /** Answers without a socket, as the global fetch does over one; a path alone will do. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  listen(options: ListenOptions): Promise<ListeningGalley>;
  /** The Document Service of one content type, by uid. Throws EngineError `not-found` for one that does not exist. */
  documents<U extends Uid<DefinitionOf<S>>>(uid: U): DocumentsOf<DefinitionOf<S>, U>;
  /** The newest requests with their answers, and what is expected of them. Forks have their own. */
  readonly requests: RequestJournal;
  /** What goes wrong on purpose, and latency. Forks have their own. */
  readonly faults: Faults;
  /**
   * Makes an entry, or a number of them, with values that are valid by construction and the same in every run: of the
   * type with this uid, singular or plural name; published unless `status` says otherwise; related to entries that are
   * there, or that are made for it. What is given wins over what would be made.
   *
   * @throws FactoryError where no value can be made, and whatever `create` throws (rejected).
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
  /** Content, clock and ids as they are now, in constant time. */
  snapshot(): Snapshot;
  /**
   * Goes back, or over, to a snapshot of this galley or of a fork of it, after the writes under way. In memory this takes
   * constant time; a lasting storage stores it as one commit, with all of the content.
   *
   * @throws EngineError `application` for a snapshot of another galley, and whatever a write throws (rejected).
   */
  restore(snapshot: Snapshot): Promise<void>;
  /**
   * Goes back to the base: content, clock and ids as `createGalley` gave them, seed included; no requests recorded, no
   * faults.
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

const PROFILES: { readonly [name in ProfileName]: Profile } = { contract: CONTRACT, strapi: STRAPI };

const BODY_LIMIT = 1_048_576;
/** As Strapi's forms have it. */
const UPLOAD_LIMIT = 200 * 1_048_576;
/** Seconds. */
const THIRTY_DAYS = 30 * 24 * 60 * 60;
const KEPT_REQUESTS = 1000;
const CACHE_BYTES = 64 * 1_048_576;

/**
 * Opens a deployment, ready when the promise is: the composition root, where everything that can be chosen meets.
 *
 * @throws SchemaError, ConfigError, StorageError or SeedError (rejected), each with every fault and its path.
 */
export async function createGalley<const S extends AnySchema>(options: GalleyOptions<S>): Promise<Galley<S>> {
  checkOptions(options);
  const deployment = await deploymentOf(options);
  const { schema, profile, log } = deployment.options;
  const world = new World(options);
  const store = await Store.open({
    engine: Engine.withIndexLimits(schema, profile.rules, indexLimits(options)),
    storage: options.storage ?? new MemoryStorage(),
    env: world,
    ...(options.logger && { report: (message, details) => log.warn(details, message) }),
  });
  const cache = new ResponseCache(options.cacheBytes ?? CACHE_BYTES, (type) => store.engine.state.lastChange(type));
  const operations = createOperations({
    store,
    log,
    newRequestId: () => world.newRequestId(),
    cache,
    findCaller: deployment.findCaller({ store, world }),
    remembers: (authorization) => deployment.remembers(authorization),
    rateLimit: options.rateLimit ?? {},
    maxEventLoopDelay: options.maxEventLoopDelay ?? 0,
    metrics: options.metrics ?? false,
  });
  const files = options.files ?? new MemoryFileStore(() => world.clock.now());
  const galley = new OpenGalley<S>({ deployment, operations, store, world, cache, files });
  if (deployment.options.control !== null) {
    const { createControl } = await import("./control/control.ts");
    galley.setControl(
      createControl(galley, deployment.options.control, deployment.findCaller({ store, world }), deployment.face),
    );
  }
  const { seed, seedKey: key } = options;
  const report: Report = (message, details) => log.warn(details, message);
  if (seed !== undefined && store.engine.number === 0) await plant(galley, { seed, key, report });
  if (options.users) {
    await addDefaultRoles(store);
    galley.setBase();
  }
  return galley;
}

async function plant<S extends AnySchema>(galley: OpenGalley<S>, seed: SeedWith<S>): Promise<void> {
  try {
    const { seedGalley } = await import("./seed/seed-galley.ts");
    await seedGalley(galley, seed);
    galley.setBase();
  } catch (error) {
    await galley.close();
    throw error;
  }
}

async function deploymentOf(options: GalleyOptions): Promise<Deployment> {
  const todo = options.todo ?? true;
  const schema = schemaOf(options.schema, todo, options.users ?? false);
  const profile = PROFILES[options.profile ?? "contract"];
  const log = options.logger ?? FAULTS_ONLY;
  const { graphql = false } = options;
  const uploadLimit = uploadLimitOf(options.uploads ?? true);
  const users = userSettings(options, schema);
  return new Deployment({
    schema,
    profile,
    roles: options.roles ?? {},
    tokens: options.tokens ?? [],
    rest: options.rest ?? {},
    todo,
    queryLimits: options.queryLimits ?? {},
    jsonLimits: { ...JSON_LIMITS, ...options.jsonLimits },
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    uploadLimit,
    users,
    entityTags: options.etag,
    explain: options.explain ?? false,
    origins: options.cors,
    graphql:
      graphql === false
        ? null
        : await graphqlOf({
            schema,
            profile,
            log,
            work: options.queryLimits?.work,
            plugins: [
              ...(uploadLimit === null ? [] : ["upload" as const]),
              ...(users ? ["users-permissions" as const] : []),
            ],
            options: graphql === true ? {} : graphql,
          }),
    control: controlConfigOf(options.control ?? false, options.tokens ?? []),
    keepRequests: options.keepRequests ?? KEPT_REQUESTS,
    log,
    logRequests: options.logger !== undefined,
  });
}

async function graphqlOf(deployment: GraphqlDeployment): Promise<GraphqlServiceOf> {
  const { loadGraphql } = await import("./graphql/load.ts");
  return loadGraphql(deployment);
}

function userSettings({ users, jwtSecret }: GalleyOptions, schema: Schema): UserSettings | null {
  if (users === false || !schema.types.has(USER_TYPE)) return null;
  const { expiresIn = THIRTY_DAYS, register = true } = typeof users === "object" ? users : {};
  return { secret: jwtSecret ?? randomBytes(32).toString("base64url"), expiresIn, register };
}

function uploadLimitOf(uploads: UploadConfig): number | null {
  if (uploads === false) return null;
  return (uploads === true ? undefined : uploads.limit) ?? UPLOAD_LIMIT;
}

/** Todos are content of their own: one engine and one log hold both. */
function schemaOf(given: AnySchema, todo: boolean, users: UserConfig): Schema {
  // Reading a definition checks everything about it, whatever the compiler knew of it.
  const defined = given instanceof Schema ? given : readSchema(given as SchemaDefinition);
  const schema = users === false ? defined : withUsers(defined);
  if (!todo || schema.types.has(TODO_TYPE)) return schema;
  const todos = readSchema({ contentTypes: TODO_TYPES }).type(TODO_TYPE);
  return new Schema([...schema.types.values(), todos], [...schema.components.values()]);
}

function indexLimits({ indexBytes }: { readonly indexBytes?: number }): Partial<IndexLimits> {
  return indexBytes === undefined ? {} : { bytes: indexBytes };
}
