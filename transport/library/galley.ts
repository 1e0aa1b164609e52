import type { Engine } from "../../engine/internal.ts";
import type { FileStore, Store } from "../../storage/core.ts";
import type { AccessConfig } from "../access/access-config.ts";
import type { SignedIn, UserName } from "../access/signed-in.ts";
import type { ListenerName } from "../adapters/listener-name.ts";
import type { EventName } from "../events/content-event.ts";
import type { ConsumerFilter, EventHandler } from "../events/content-events.ts";
import type { EventListener } from "../events/event-listeners.ts";
import type { Hook, HookFilter } from "../hooks/hook.ts";
import type { Handler, Listener } from "../http/port.ts";
import type { RouteInfo } from "../http/route-list.ts";
import type { Faults } from "../parts/control/faults/faults.ts";
import type { RequestJournal } from "../parts/control/requests/request-journal.ts";
import type { OpenApiDocument } from "../parts/openapi/document.ts";
import type { RouteHandler, RouteOptions } from "../parts/routes/own-route.ts";
import type { Scheduled, ScheduleRequest } from "../parts/schedule/scheduled.ts";
import type { WebhookDeliveries } from "../parts/webhooks/deliveries.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Outbox } from "../runtime/mail/outbox.ts";
import type { Snapshot } from "../runtime/snapshot.ts";
import type { Guard, GuardFilter } from "./guards/guard.ts";
import type { DocumentsOf } from "./typed/documents.ts";
import type { FactoriesOf, TypeName } from "./typed/factories.ts";
import type { Uid } from "./typed/models.ts";
import type { AnySchema, DefinitionOf } from "./typed/schema.ts";

export interface ListenOptions {
  /** Default: 0, which selects a free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: `auto`: uWebSockets.js on a loopback address if it loads, else node:http. */
  readonly listener?: ListenerName | Listener;
}

export interface ListeningGalley {
  readonly url: string;
  readonly port: number;
  readonly listener: "uWebSockets.js" | "node:http";
  /** Why `auto` did not select the fast listener, in one line, and how to get it; null if it did, or was not used. */
  readonly listenerNote: string | null;
  /** Completes the requests in progress, then releases the port. The content stays open. */
  close(): Promise<void>;
}

export interface OpenapiView {
  /**
   * Restricts the document to one caller, by a name that `routes` returns: `public`, `role editor`, `token ci`. Default:
   * everything.
   */
  readonly as?: string;
}

/** One deployment: its content, and the ways to access it. */
export interface Galley<S extends AnySchema = AnySchema> extends AsyncDisposable {
  readonly store: Store;
  readonly engine: Engine;
  /** The bytes of uploaded files. */
  readonly files: FileStore;
  /** The number of this worker process, from 1; null without workers. */
  readonly worker: number | null;
  /** Answers requests as plain data; never throws. */
  readonly handler: Handler;
  /**
   * Answers without a socket, with the interface of the global fetch; a path is enough. A redirect that leads out of the
   * galley is returned as it is.
   *
   * @throws ConfigError if the argument is neither a URL nor a Request (rejected).
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** @throws ConfigError with every fault of the options (rejected), or the system's reason why it cannot listen. */
  listen(options?: ListenOptions): Promise<ListeningGalley>;
  /**
   * The Document Service of one content type, by uid; by its singular or plural name too, where the schema is not typed.
   * Throws EngineError `not-found` for an unknown one.
   */
  documents<U extends Uid<DefinitionOf<S>>>(uid: U): DocumentsOf<DefinitionOf<S>, U>;
  /**
   * Runs a hook around calls of the Document Service, whether REST, GraphQL or the program makes them: the first one
   * registered is the outermost. Returns a function that removes it. Forks have the hooks from before the fork.
   *
   * @throws ConfigError with every fault of the filter.
   */
  use(hook: Hook): () => void;
  use(filter: HookFilter, hook: Hook): () => void;
  /**
   * Has a guard decide about each write once it has run, on the content with the write in it; an error of the guard
   * refuses the write, and takes all of it back. Returns a function that removes it. Forks have the guards from before
   * the fork.
   *
   * @throws ConfigError with every fault of the filter.
   */
  guard(guard: Guard): () => void;
  guard(filter: GuardFilter, guard: Guard): () => void;
  /**
   * Answers requests by code of the user's own, before all other routes: `GET /posts/popular` is below `rest.prefix`, and
   * `GET //sitemap.xml` at the root. Every caller may call it, unless the options name an action. The newest route of a path
   * is asked first. Returns a function that removes it; `reset` removes all that were added since the galley was opened.
   *
   * @throws ConfigError with every fault.
   */
  route(pattern: string, handle: RouteHandler<Galley<S>["documents"]>): () => void;
  route(pattern: string, options: RouteOptions, handle: RouteHandler<Galley<S>["documents"]>): () => void;
  /**
   * Calls the listener with every later event of this name (`entry.publish`, `entry.*`, `*`), once it is durable and
   * visible, in order, one after another. No writer waits for it, and its errors are logged. Returns a function that
   * removes it.
   *
   * @throws ConfigError for an unknown name.
   */
  on(name: EventName | "entry.*" | "media.*" | "*", listener: EventListener): () => void;
  /**
   * A durable consumer of events under a name of its own: each event at least once, in order, in batches of up to 100, in one
   * process of all that share the content, over restarts too. A batch whose handler rejects comes again, after 1 s to 5 min.
   * Resolves when no later write is missed. Forks call no consumers.
   *
   * @throws ConfigError with every fault of the filter; StorageError `misused` for a storage without marks.
   */
  consumer(name: string, handler: EventHandler): Promise<void>;
  consumer(name: string, filter: ConsumerFilter, handler: EventHandler): Promise<void>;
  /**
   * Publishes or unpublishes a document at a later time, with full access, in place of an equal schedule. The galley's clock
   * decides: a fixed one does nothing until it is moved, and `clock.advance` waits for what is due.
   *
   * @throws EngineError (rejected) `not-found` for a type or document that is not there, `validation` for a time in the past
   * and every other fault, `application` if schedules are off.
   */
  schedule(request: ScheduleRequest<TypeName<DefinitionOf<S>>>): Promise<Scheduled>;
  /** The webhooks of the configuration, and their deliveries. */
  readonly webhooks: WebhookDeliveries;
  /** Every route, with who may call it at present. */
  routes(): readonly RouteInfo[];
  /**
   * The OpenAPI 3.1 document of everything that is served, or of what one caller may do.
   *
   * @throws ConfigError for an unknown caller (rejected).
   */
  openapi(options?: OpenapiView): Promise<OpenApiDocument>;
  /** The newest requests with their answers, and expectations on them. Forks have their own. */
  readonly requests: RequestJournal;
  /** Injected faults and latency. Forks have their own. */
  readonly faults: Faults;
  /** Mail with codes for users, if none is sent. Forks have their own. */
  readonly outbox: Outbox;
  /**
   * Creates an entry, or several, with values that are valid by construction and the same in every run: of the type with
   * this uid, singular or plural name; published unless `status` says otherwise; related to existing entries, or to new
   * ones made for it. Given values take precedence over generated ones.
   *
   * @throws ConfigError for arguments of the wrong kind, FactoryError if no value can be generated, and whatever `create`
   * throws (rejected).
   */
  readonly make: FactoriesOf<DefinitionOf<S>>["make"];
  /** Data for new entries as `create` and POST accept it, without relations and media. Writes nothing. */
  readonly build: FactoriesOf<DefinitionOf<S>>["build"];
  /**
   * Signs a user in without a check of the password: by entry (as `make` returns it), numeric id, documentId, username
   * or e-mail address. The headers are as good as a real sign-in's: they end with a new password, and a blocked user is
   * refused.
   *
   * @throws EngineError `application` without users, `not-found` for an unknown user (rejected).
   */
  signIn(user: UserName): Promise<SignedIn>;
  /** The clock of this deployment, which can be set and advanced. */
  readonly clock: Clock;
  /**
   * A second galley with the same content, clock and ids, in constant time; neither ever sees a write of the other. It
   * is in memory only, is neither reset nor closed with this one, and does not listen yet.
   */
  fork(): Galley<S>;
  /** @internal A fork with the clock, the ids and the files of this galley, whose commits this one may adopt. */
  branch(): Galley<S>;
  /** The present content, files in memory, clock and ids, in constant time. */
  snapshot(): Snapshot;
  /**
   * Restores a snapshot of this galley or of a fork of it, after the writes in progress. Requests that faults hold are
   * refused. In memory this takes constant
   * time; a durable storage stores it as one commit with all of the content.
   *
   * @throws EngineError `application` for a snapshot of another galley, and whatever a write throws (rejected).
   */
  restore(snapshot: Snapshot): Promise<void>;
  /**
   * Restores the initial state: content, files in memory, clock and ids as `createGalley` returned them, seed included; no
   * recorded requests, no faults.
   */
  reset(): Promise<void>;
  /**
   * Replaces roles and tokens from the next request on, for forks too: a token that is not among these is refused.
   *
   * @throws ConfigError with every fault of roles and tokens; the previous ones remain in force then.
   */
  setAccess(access: AccessConfig): void;
  /** From now on `/_health/ready` tells load balancers to send nothing more; requests are still answered. */
  drain(): void;
  /** Stops listening everywhere, refuses what faults hold, completes the writes in progress and closes the storage. */
  close(): Promise<void>;
}
