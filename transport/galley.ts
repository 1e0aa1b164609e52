import { randomBytes } from "node:crypto";
import {
  Engine,
  EngineError,
  type Env,
  defineSchema as readSchema,
  Schema,
  type SchemaDefinition,
} from "../engine/index.ts";
import { type FileStore, MemoryFileStore, MemoryStorage, type Storage, Store } from "../storage/index.ts";
import { chooseListener } from "./adapters/choose.ts";
import { toFetch } from "./adapters/fetch.ts";
import type { ListenerName, MetricsConfig, ProfileName, RestConfig } from "./config.ts";
import { createFindCaller } from "./content/caller.ts";
import { contentService } from "./content/content-service.ts";
import { CONTRACT, type Profile, STRAPI } from "./content/profile.ts";
import type { QueryLimits } from "./content/query-string.ts";
import { ResponseCache } from "./content/response-cache.ts";
import type { Roles } from "./content/roles.ts";
import type { TokenConfig } from "./content/tokens.ts";
import { DocumentService } from "./document-service.ts";
import type { RateLimitConfig } from "./limits/rate-limit.ts";
import { FAULTS_ONLY, type Log } from "./log.ts";
import { createOperations, type Operations } from "./operations/operations.ts";
import { createPipeline } from "./pipeline.ts";
import type { Handler } from "./port.ts";
import { requestLog } from "./request-log.ts";
import type { Seed } from "./seed/seed.ts";
import { StoredTodos } from "./todo/stored-todos.ts";
import { TODO_TYPE, TODO_TYPES } from "./todo/todo.ts";
import { todoService } from "./todo/todo-service.ts";
import type { DocumentsOf } from "./typed/documents.ts";
import type { Uid } from "./typed/models.ts";
import type { AnySchema, DefinitionOf } from "./typed/schema.ts";

export { defineConfig, type GalleyConfig } from "./config.ts";
export { ConfigError } from "./config-error.ts";
export { defineSchema } from "./define-schema.ts";
export type { Seed, SeedFunction } from "./seed/seed.ts";
export { SeedError } from "./seed/seed-error.ts";
export type { CreateData, DraftData, Entry, Filters, Populate, Sort, UpdateData } from "./typed/index.ts";
export type { SeedData } from "./typed/seed-data.ts";

export interface GalleyOptions<S extends AnySchema = AnySchema> {
  /**
   * Content types: what `defineSchema` makes, which types `documents`, or Strapi's schema.json objects by uid, which
   * do so as far as the compiler knows what is in them.
   */
  readonly schema: S;
  /**
   * What an empty galley begins with: entries by type, with references by name; a function that writes them; or the path
   * of a file that holds them. Storage that has content already is left as it is.
   */
  readonly seed?: Seed<S>;
  /** Where content is kept; in memory when absent. */
  readonly storage?: Storage;
  /** Where the bytes of uploaded files are kept; in memory when absent. */
  readonly files?: FileStore;
  /** The seed contract when absent; `strapi` is Strapi 5 wherever the two differ. */
  readonly profile?: ProfileName;
  readonly roles?: Roles;
  readonly tokens?: readonly TokenConfig[];
  readonly rest?: RestConfig;
  /** Serve the todo routes: true when absent. */
  readonly todo?: boolean;
  /** Epoch milliseconds; the system's clock when absent. */
  readonly clock?: () => number;
  /** Fresh documentIds: 24 lower-case letters and digits, the first a letter. Random when absent. */
  readonly ids?: () => string;
  /** Writes a line per request and for every fault; faults alone go to the standard error stream when absent. */
  readonly logger?: Log;
  /** Largest request body in bytes: 1 MiB. */
  readonly bodyLimit?: number;
  readonly queryLimits?: Partial<QueryLimits>;
  /** Bytes of answers to be kept for the next to ask the same: 64 MiB; 0 keeps none. */
  readonly cacheBytes?: number;
  /** Reads have an `ETag`, and `If-None-Match` is answered with 304: true in the contract profile. */
  readonly etag?: boolean;
  /** Reads with the header `X-Galley-Explain` tell in one of that name how they were answered: false when absent. */
  readonly explain?: boolean;
  /** Origins that may call from a browser. */
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
  /** Answers standard requests without a socket. */
  fetch(request: Request): Promise<Response>;
  listen(options: ListenOptions): Promise<ListeningGalley>;
  /** The Document Service of one content type, by uid. Throws EngineError `not-found` for one that does not exist. */
  documents<U extends Uid<DefinitionOf<S>>>(uid: U): DocumentsOf<DefinitionOf<S>, U>;
  /** From now on `/_health/ready` tells load balancers to send nothing more; requests are still answered. */
  drain(): void;
  /** Stops listening everywhere, finishes the writes under way and closes the storage. */
  close(): Promise<void>;
}

const PROFILES: { readonly [name in ProfileName]: Profile } = { contract: CONTRACT, strapi: STRAPI };

const BODY_LIMIT = 1_048_576;
const CACHE_BYTES = 64 * 1_048_576;

/**
 * Opens a deployment, ready when the promise is: the composition root, where everything that can be chosen meets.
 *
 * @throws SchemaError, ConfigError, StorageError or SeedError (rejected), each with every fault and its path.
 */
export async function createGalley<const S extends AnySchema>(options: GalleyOptions<S>): Promise<Galley<S>> {
  const profile = PROFILES[options.profile ?? "contract"];
  const todo = options.todo ?? true;
  const schema = schemaOf(options.schema, todo);
  const env: Env = { now: options.clock ?? Date.now, newDocumentId: options.ids ?? randomDocumentId };
  const findCaller = createFindCaller({
    schema,
    now: env.now,
    malformedCredentials: profile.malformedCredentials,
    ...(options.roles && { roles: options.roles }),
    ...(options.tokens && { tokens: options.tokens }),
  });
  const storage = options.storage ?? new MemoryStorage();
  const log = options.logger ?? FAULTS_ONLY;
  const store = await Store.open({
    engine: new Engine(schema, profile.rules),
    storage,
    env,
    ...(options.logger && { report: (message, details) => log.warn(details, message) }),
  });
  const cacheBytes = options.cacheBytes ?? CACHE_BYTES;
  const cache = new ResponseCache(cacheBytes, (type) => store.engine.state.lastChange(type));
  const operations = createOperations({
    store,
    log,
    cache,
    findCaller,
    rateLimit: options.rateLimit ?? {},
    maxEventLoopDelay: options.maxEventLoopDelay ?? 0,
    metrics: options.metrics ?? false,
  });
  const content = contentService({
    store,
    profile,
    findCaller,
    rest: options.rest ?? {},
    queryLimits: options.queryLimits ?? {},
    cache,
    entityTags: options.etag,
    explain: options.explain ?? false,
    origins: options.cors,
  });
  const handler = createPipeline({
    services: [...(todo ? [todoService(new StoredTodos(store))] : []), ...operations.services],
    fallback: content,
    log,
    guards: operations.guards,
    observers: [...operations.observers, ...(options.logger === undefined ? [] : [requestLog(options.logger)])],
  });
  const galley = open<S>(store, handler, operations, log, options);
  if (options.seed !== undefined && store.engine.number === 0) await plant(galley, options.seed);
  return galley;
}

async function plant<S extends AnySchema>(galley: Galley<S>, seed: Seed<S>): Promise<void> {
  try {
    const { seedGalley } = await import("./seed/seed-galley.ts");
    await seedGalley(galley, seed);
  } catch (error) {
    await galley.close();
    throw error;
  }
}

function open<S extends AnySchema>(
  store: Store,
  handler: Handler,
  operations: Operations,
  log: Log,
  options: GalleyOptions<S>,
): Galley<S> {
  const { schema } = store.engine;
  const limit = options.bodyLimit ?? BODY_LIMIT;
  const bodyLimit = (): number => limit;
  const listening = new Set<ListeningGalley>();
  const close = async (): Promise<void> => {
    operations.close();
    await Promise.all([...listening].map((each) => each.close()));
    await store.close();
  };
  return {
    store,
    engine: store.engine,
    files: options.files ?? new MemoryFileStore(options.clock),
    handler,
    fetch: toFetch(handler, bodyLimit),
    listen: async ({ port, host = "127.0.0.1", listener = "auto" }) => {
      const chosen = await chooseListener(listener, host, (line) => log.info({}, line));
      const opened = await chosen.listen(handler, { host, port, bodyLimit });
      const beside = await operations.listen(chosen);
      const url = `http://${host.includes(":") ? `[${host}]` : host}:${opened.port}`;
      const each: ListeningGalley = {
        url,
        port: opened.port,
        listener: chosen.name,
        close: async () => {
          listening.delete(each);
          await Promise.all([opened.close(), beside?.close()]);
        },
      };
      listening.add(each);
      return each;
    },
    documents: (uid) => {
      const type = schema.types.get(uid);
      if (type === undefined) throw new EngineError("not-found", `There is no content type ${uid}`);
      // The typed faces are this class, seen through the definition of the schema, which the engine does not keep.
      return new DocumentService(store, type) as DocumentsOf<DefinitionOf<S>, typeof uid>;
    },
    drain: () => operations.drain(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Todos are content of their own: one engine and one log hold both. */
function schemaOf(given: AnySchema, todo: boolean): Schema {
  // Reading a definition checks everything about it, whatever the compiler knew of it.
  const schema = given instanceof Schema ? given : readSchema(given as SchemaDefinition);
  if (!todo || schema.types.has(TODO_TYPE)) return schema;
  const todos = readSchema({ contentTypes: TODO_TYPES }).type(TODO_TYPE);
  return new Schema([...schema.types.values(), todos], [...schema.components.values()]);
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`;

/** 24 characters of 123 random bits. The remainder favours some characters by 3 %, which costs no collisions. */
function randomDocumentId(): string {
  const bytes = randomBytes(24);
  let id = LETTERS.charAt((bytes[0] ?? 0) % LETTERS.length);
  for (let at = 1; at < 24; at++) id += LETTERS_AND_DIGITS.charAt((bytes[at] ?? 0) % LETTERS_AND_DIGITS.length);
  return id;
}
