import { EngineError } from "../../engine/internal.ts";
import { type FileStore, MemoryFileStore, type Store } from "../../storage/core.ts";
import type { AccessConfig } from "../access/access-config.ts";
import type { SignedIn, UserName } from "../access/signed-in.ts";
import { toFetch } from "../adapters/fetch.ts";
import { MOUNT, type Mount } from "../adapters/mount.ts";
import { refuseServer, refusingServers } from "../adapters/refuse-server.ts";
import { requestOf } from "../adapters/shared/request-of.ts";
import { ACCESS, FETCHED, LISTEN, OPENAPI_VIEW, RESTORED } from "../config/option-shapes.ts";
import { refuseArguments, refuseFaults } from "../config/refuse-faults.ts";
import { ResponseCache } from "../contract/cache/response-cache.ts";
import { type ConsumerFilter, ContentEvents, type EventHandler } from "../events/content-events.ts";
import type { EventListener } from "../events/event-listeners.ts";
import type { Hook, HookFilter } from "../hooks/hook.ts";
import { type HookOrigin, PROCESS } from "../hooks/hook-origin.ts";
import { placeOfCall } from "../hooks/place-of-call.ts";
import type { Handler } from "../http/port.ts";
import type { RouteInfo } from "../http/route-list.ts";
import { type DocumentContext, DocumentService } from "../library/documents/document-service.ts";
import type { Places } from "../library/factory/pools.ts";
import type { Galley, ListeningGalley, ListenOptions, OpenapiView } from "../library/galley.ts";
import type { Guard, GuardFilter } from "../library/guards/guard.ts";
import { Guards } from "../library/guards/guards.ts";
import type { DocumentsOf } from "../library/typed/documents.ts";
import type { Uid } from "../library/typed/models.ts";
import type { AnySchema, DefinitionOf } from "../library/typed/schema.ts";
import { typeByName } from "../library/types-by-name.ts";
import type { Contents } from "../parts/contents.ts";
import { Faults } from "../parts/control/faults/faults.ts";
import { JOURNAL_BYTES, RequestJournal } from "../parts/control/requests/request-journal.ts";
import type { OpenApiDocument } from "../parts/openapi/document.ts";
import { counter } from "../parts/operations/metrics/state-metrics.ts";
import type { Operations } from "../parts/operations/operations.ts";
import { PositionTokens } from "../parts/operations/position-token.ts";
import type { Watched } from "../parts/operations/watched.ts";
import type { Running, Started } from "../parts/part.ts";
import type { RouteArguments, RouteHandler } from "../parts/routes/own-route.ts";
import type { Scheduled, ScheduleRequest } from "../parts/schedule/scheduled.ts";
import { NO_WEBHOOKS, type WebhookDeliveries } from "../parts/webhooks/deliveries.ts";
import { Outbox } from "../runtime/mail/outbox.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { Snapshot } from "../runtime/snapshot.ts";
import { Addresses, NOWHERE } from "./addresses.ts";
import { BackgroundBuilds } from "./background-builds.ts";
import type { Deployment, Services } from "./deployment.ts";
import { type FactoryArguments, madeBy } from "./made-by.ts";

export interface Opened
  extends Pick<Contents, "operations" | "store" | "runtime" | "cache" | "hooks" | "ownRoutes" | "files"> {
  readonly deployment: Deployment;
  /** As `Galley.worker`. */
  readonly worker: number | null;
}

/** The parts of a galley that only its forks begin with. */
interface Forked {
  readonly guards: Guards;
  readonly running: readonly (Running | undefined)[];
  /** The state that `reset` restores. */
  readonly base: Snapshot;
}

const KEPT_REQUESTS = 1000;

/** Bytes of a fork's response cache. */
const FORK_CACHE_BYTES = 1_048_576;

/** A context of node:vm lacks the symbol before Node 24: compilers of `using` then take this one. */
const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** A galley. Its handler is created on first use: most forks answer few requests. */
export class OpenGalley<S extends AnySchema> implements Galley<S> {
  readonly store: Store;
  readonly files: FileStore;
  readonly worker: number | null;
  readonly requests: RequestJournal;
  readonly faults: Faults;
  readonly outbox: Outbox;
  readonly #opened: Opened;
  readonly #guards: Guards;
  /** Work without requests, by part. */
  #running: readonly (Running | undefined)[];
  readonly #builds: BackgroundBuilds;
  readonly #isFork: boolean;
  /** Null until someone asks for events. */
  #events: ContentEvents | null = null;
  readonly #addresses: Addresses;
  #base: Snapshot;
  #services: Services | null = null;
  #handler: Handler | null = null;
  #inner: Handler | null = null;

  /** `forked`: null for a galley that is no fork. */
  constructor(opened: Opened, forked: Forked | null = null) {
    const { deployment, store, runtime, files, worker } = opened;
    this.#opened = opened;
    this.store = store;
    this.files = files;
    this.worker = worker;
    this.requests = new RequestJournal({
      requests: deployment.options.keepRequests ?? KEPT_REQUESTS,
      bytes: JOURNAL_BYTES,
    });
    this.faults = new Faults(() => runtime.random, deployment.slowness);
    this.outbox = new Outbox(() => runtime.clock.now());
    this.#addresses = new Addresses(deployment.options.url);
    this.#guards = forked?.guards ?? new Guards(store.engine.state.shape);
    store.check = this.#guards.check;
    this.#builds = new BackgroundBuilds(store.engine, deployment.common.log);
    this.#isFork = forked !== null;
    this.#base = forked?.base ?? this.snapshot();
    this.#running = forked?.running.map((running) => running?.fork?.(this.#started())) ?? [];
  }

  /** A galley whose `reset` restores the contents that `fill` writes. An error of `fill` closes it, and is rethrown. */
  static async filled<S extends AnySchema>(
    opened: Opened,
    fill: (galley: Galley<S>) => Promise<void>,
  ): Promise<OpenGalley<S>> {
    const galley = new OpenGalley<S>(opened);
    try {
      await fill(galley);
      for (const part of opened.deployment.parts) await part.setUp?.(galley.#started());
      galley.#base = galley.snapshot();
      galley.#opened.ownRoutes.keep();
      await galley.#start();
      await galley.#events?.ready();
    } catch (error) {
      await galley.close();
      throw error;
    }
    return galley;
  }

  /** Has every part begin what runs without requests. */
  async #start(): Promise<void> {
    const { parts } = this.#opened.deployment;
    for (const part of parts) this.#running = [...this.#running, await part.start?.(this.#started())];
    this.#opened.operations.watch([...this.#running.filter((running) => running !== undefined), this.#watched]);
    // A seed may have sent requests, before anything ran.
    this.#services = this.#handler = this.#inner = null;
  }

  get #watched(): Watched {
    const drops = () => this.#events?.dropped ?? 0;
    return { metrics: [counter("galley_event_drops_total", "Events that listeners were too slow for.", drops)] };
  }

  /** Slow members are made when a part asks for them: there are thousands of forks. */
  #started(): Started {
    const opened = this.#opened;
    const { runtime, deployment, hooks } = opened;
    return {
      galley: this,
      get findCaller() {
        return deployment.findCaller(opened);
      },
      get accessOfAuthor() {
        return deployment.accessOfAuthor(opened);
      },
      hooks,
      defaults: { ...deployment.answers, runLater: this.#builds.runLater },
      events: () => this.#contentEvents,
      runtime,
    };
  }

  get engine() {
    return this.store.engine;
  }

  get webhooks(): WebhookDeliveries {
    return this.#running.find((running) => running?.webhooks !== undefined)?.webhooks ?? NO_WEBHOOKS;
  }

  get clock() {
    return this.#opened.runtime.clock;
  }

  get handler(): Handler {
    this.#handler ??= refusingServers(this.#handling);
    return this.#handler;
  }

  /** The handler for servers that know its interface. */
  get #handling(): Handler {
    this.#inner ??= this.#createHandler();
    return this.#inner;
  }

  [MOUNT](): Mount {
    const bodyLimit = this.#opened.deployment.bodyLimit(this.#contents());
    return { handler: this.#handling, bodyLimit, streams: this.#opened.deployment.streams };
  }

  /** Bound, so that it can be passed as a program's fetch. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (refuseServer("galley.fetch", init)) return new Response(null);
    refuseFaults(FETCHED, { input }, "The request");
    const url = typeof input === "string" ? new URL(input, NOWHERE) : input;
    const { request, headers } = await requestOf(url, init);
    const given = init?.signal ?? (isRequest(input) && init?.signal === undefined ? input.signal : undefined);
    const fetchHere = toFetch(this.#handling, this.#opened.deployment.bodyLimit(this.#contents()), {
      inside: this.#addresses.inside,
    });
    return fetchHere(request, { headers, signal: given });
  };

  async listen(options: ListenOptions = {}): Promise<ListeningGalley> {
    refuseFaults(LISTEN, options, "Options of listen");
    const { common, options: settings, streams } = this.#opened.deployment;
    return this.#addresses.listen(options, {
      handler: this.#handling,
      bodyLimit: this.#opened.deployment.bodyLimit(this.#contents()),
      streams,
      bodyBytes: settings.bodyBytes,
      operations: this.#opened.operations,
      log: common.log,
    });
  }

  documents<U extends Uid<DefinitionOf<S>>>(uid: U): DocumentsOf<DefinitionOf<S>, U> {
    // The typed interfaces are this class, seen through the definition of the schema, which the engine does not keep.
    return this.#documentsFor(PROCESS)(uid) as DocumentsOf<DefinitionOf<S>, U>;
  }

  #documentsFor(origin: HookOrigin): (name: string) => DocumentService {
    return (name) => {
      const type = typeByName(this.engine.schema, name);
      return new DocumentService(this.store, type, { hooks: this.#opened.hooks, origin, ...this.#documentContext });
    };
  }

  /** Is spread behind other members: in front of them the copy takes V8 3 us. */
  get #documentContext(): DocumentContext {
    return { runLater: this.#builds.runLater, roleNames: this.#opened.deployment.roleNames };
  }

  use(...given: readonly [Hook] | readonly [HookFilter, Hook]): () => void {
    const remove = this.#opened.hooks.add(given, placeOfCall(this.use));
    this.#opened.cache.clear();
    return () => {
      remove();
      this.#opened.cache.clear();
    };
  }

  guard(...given: readonly [Guard] | readonly [GuardFilter, Guard]): () => void {
    const remove = this.#guards.add(given);
    this.store.check = this.#guards.check;
    return () => {
      remove();
      this.store.check = this.#guards.check;
    };
  }

  route(...given: RouteArguments<Galley<S>["documents"]>): () => void {
    const [pattern, options, handle] = given.length === 2 ? [given[0], {}, given[1]] : given;
    return this.#opened.ownRoutes.add(pattern, options, handle as RouteHandler);
  }

  on(name: string, listener: EventListener): () => void {
    return this.#contentEvents.on(name, listener);
  }

  consumer(name: string, ...given: readonly [EventHandler] | readonly [ConsumerFilter, EventHandler]): Promise<void> {
    return this.#contentEvents.consumer(name, given);
  }

  async schedule(request: ScheduleRequest): Promise<Scheduled> {
    const { scheduleByProgram } = await import("../parts/schedule/schedule-by-program.ts");
    const type = typeByName(this.engine.schema, request.type);
    const part = this.#opened.deployment.parts.find(({ schedules }) => schedules !== undefined);
    const schedules = part?.schedules?.(this.#opened) ?? null;
    return scheduleByProgram(type, schedules, request);
  }

  get #contentEvents(): ContentEvents {
    const { store } = this;
    this.#events ??= new ContentEvents(store, this.#opened.deployment.common.log, {
      tokens: new PositionTokens(store.opened.logId),
      isFork: this.#isFork,
    });
    return this.#events;
  }

  // The overloads of one function that accepts all their parameters.
  readonly make = ((...given: FactoryArguments) =>
    madeBy(this.#places, given, (factory, ...request) => factory.make(...request))) as Galley<S>["make"];

  readonly build = ((...given: FactoryArguments) =>
    madeBy(this.#places, given, async (factory, ...request) => factory.build(...request))) as Galley<S>["build"];

  get #places(): Places {
    const { store, files } = this;
    const { roleNames } = this.#opened.deployment;
    return { store, files, roleNames, now: () => this.#opened.runtime.clock.now() };
  }

  signIn(user: UserName): Promise<SignedIn> {
    return this.#opened.deployment.signIn(this.#opened, user);
  }

  fork(...given: readonly unknown[]): Galley<S> {
    refuseArguments("fork", given);
    const runtime = this.#opened.runtime.fork();
    const now = () => runtime.clock.now();
    const { files } = this;
    return this.#forked(
      runtime,
      files instanceof MemoryFileStore ? files.fork(now) : new MemoryFileStore({ now, over: files }),
    );
  }

  branch(): Galley<S> {
    return this.#forked(this.#opened.runtime, this.files);
  }

  #forked(runtime: Runtime, files: FileStore): Galley<S> {
    const store = this.store.fork(runtime);
    const cache = new ResponseCache(FORK_CACHE_BYTES, (type) => store.engine.state.lastChange(type));
    const { deployment, operations, hooks, ownRoutes, worker } = this.#opened;
    const forked = { guards: this.#guards.fork(), running: this.#running, base: this.#base };
    return new OpenGalley<S>(
      {
        ...{ deployment, store, runtime, cache, files, worker },
        operations: forForks(operations),
        hooks: hooks.fork(),
        ownRoutes: ownRoutes.fork(),
      },
      forked,
    );
  }

  snapshot(): Snapshot {
    const { files } = this;
    const kept = files instanceof MemoryFileStore ? files.fork() : null;
    return new Snapshot(this.engine.fork(), this.#opened.runtime.fork(), kept);
  }

  async restore(snapshot: Snapshot): Promise<void> {
    refuseFaults(RESTORED, { snapshot }, "What is restored");
    const { engine, runtime, files: kept } = snapshot;
    if (engine.schema !== this.engine.schema) {
      throw new EngineError("application", "This snapshot was taken of another galley");
    }
    const { files } = this;
    // At once, so that a write that is called after this one comes after it, awaited or not.
    const replaced = this.store.replace(engine, () => {
      this.#opened.runtime.become(runtime);
      if (files instanceof MemoryFileStore && kept !== null) files.become(kept);
    });
    await Promise.all([this.faults.refuseHeld(), replaced]);
  }

  async reset(...given: readonly unknown[]): Promise<void> {
    refuseArguments("reset", given);
    this.faults.reset();
    await this.restore(this.#base);
    this.requests.clear();
    this.outbox.clear();
    await this.webhooks.clear();
    this.#opened.ownRoutes.reset();
  }

  setAccess(access: AccessConfig): void {
    refuseFaults(ACCESS, access, "Access");
    this.#opened.deployment.setAccess(access);
  }

  drain(): void {
    this.#opened.operations.drain();
    for (const running of this.#running) running?.drain?.();
  }

  async close(): Promise<void> {
    this.#opened.operations.close();
    await Promise.all(this.#running.map((running) => running?.close?.()));
    await this.#events?.close();
    this.#builds.end();
    this.faults.clear();
    await this.#addresses.close();
    await this.store.close();
  }

  [ASYNC_DISPOSE](): Promise<void> {
    return this.close();
  }

  routes(): readonly RouteInfo[] {
    return this.#opened.deployment.routes(this.#madeServices(), this.#opened);
  }

  async openapi(options: OpenapiView = {}): Promise<OpenApiDocument> {
    refuseFaults(OPENAPI_VIEW, options, "Options of openapi");
    return this.#opened.deployment.openapi(this.#madeServices(), this.#opened, options.as);
  }

  #madeServices(): Services {
    this.#services ??= this.#opened.deployment.services({ contents: this.#contents(), running: this.#running });
    return this.#services;
  }

  #createHandler(): Handler {
    const services = this.#madeServices();
    const handler = this.#opened.deployment.handler(services, this.#contents());
    return upToDate(
      services.served.reduceRight((inner, part) => part.around?.(inner) ?? inner, handler),
      this.store,
    );
  }

  #contents(): Contents {
    const { requests, faults, outbox } = this;
    const { store, files, operations, runtime, cache, hooks, ownRoutes } = this.#opened;
    return {
      ...{ store, files, operations, runtime, cache, hooks, ownRoutes, requests, faults, outbox },
      origin: this.#addresses.origin,
      documents: (type, reading, origin) =>
        new DocumentService(this.store, type, { reading, origin, ...this.#documentContext }),
      documentsFor: (of) => this.#documentsFor(of),
      runLater: this.#builds.runLater,
    };
  }
}

function isRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "url" in input;
}

/** Every request sees all writes acknowledged before it arrived, by whichever process. */
function upToDate(handler: Handler, { catchUp }: Store): Handler {
  if (catchUp === null) return handler;
  return (request) => {
    catchUp();
    return handler(request);
  };
}

/** Limits and metrics belong to the process; a fork uses them. */
function forForks(operations: Operations): Operations {
  return { ...operations, listen: async () => null, drain: () => {}, close: () => {} };
}
