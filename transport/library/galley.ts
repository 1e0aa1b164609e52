import type { Engine } from "../../engine/internal.ts";
import type { FileStore, Store } from "../../storage/internal.ts";
import type { AccessConfig } from "../access/access-config.ts";
import type { ListenerName } from "../adapters/listener-name.ts";
import type { Handler, Listener } from "../http/port.ts";
import type { RouteInfo } from "../http/route-list.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Snapshot } from "../runtime/snapshot.ts";
import type { Faults } from "../testing/control/faults.ts";
import type { RequestJournal } from "../testing/control/request-journal.ts";
import type { DocumentsOf } from "./typed/documents.ts";
import type { FactoriesOf } from "./typed/factories.ts";
import type { Uid } from "./typed/models.ts";
import type { AnySchema, DefinitionOf } from "./typed/schema.ts";

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
  /**
   * Whose view the document is, by a name that `routes` returns: `public`, `role editor`, `token ci`. Everything when
   * absent.
   */
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
  /** Mail with codes for users, where none is sent. Forks have their own. */
  readonly outbox: Outbox;
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
  /** From now on `/_health/ready` asks load balancers to send nothing more; requests are still answered. */
  drain(): void;
  /** Stops listening everywhere, finishes the writes under way and closes the storage. */
  close(): Promise<void>;
}
