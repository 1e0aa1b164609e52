import type { RawParams, Schema, UnknownRecord } from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";
import type { Authorize } from "../access/authorize.ts";
import type { AccessOfAuthor, FindCaller, FindUser, FindUserById } from "../access/caller.ts";
import type { SignedIn, UserName } from "../access/signed-in.ts";
import type { Body } from "../contract/parse-body.ts";
import type { Profile } from "../contract/profiles/profile.ts";
import type { ServiceDefaults } from "../contract/profiles/service-defaults.ts";
import type { ContentEvents } from "../events/content-events.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { JsonLimits } from "../http/json/json-limits.ts";
import type { QueryLimits } from "../http/params/query-string.ts";
import type { Guard, Interceptor, Observer } from "../http/pipeline.ts";
import type { BodyLimit, Handler, HttpRequest, ListenOptions } from "../http/port.ts";
import type { Route } from "../http/router.ts";
import type { RouteHandle, Service } from "../http/service.ts";
import type { Log } from "../runtime/log.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Contents } from "./contents.ts";
import type { ControlRoute } from "./control/control-route.ts";
import type { Controlled } from "./control/controlled.ts";
import type { PluginOperations } from "./graphql/execute/plugin-operations.ts";
import type { GraphqlServiceOf } from "./graphql/graphql-service.ts";
import type { ReceiveForm } from "./graphql/http/upload-form.ts";
import type { PluginName } from "./graphql/schema/fields/plugin-fields.ts";
import type { Deployed } from "./openapi/build-document.ts";
import type { Description } from "./openapi/operations/operation.ts";
import type { Watched } from "./operations/watched.ts";
import type { Schedules } from "./schedule/schedules.ts";
import type { Link } from "./studio/root/directory.ts";
import type { WebhookDeliveries } from "./webhooks/deliveries.ts";

/**
 * A feature of a galley, in a folder of its own. `compose/parts.ts` lists the parts in the order in which their services
 * are asked and their routes are listed; `compose/` folds the list, and knows nothing about any of them.
 *
 * `Settings`: the keys of the configuration that the part reads.
 */
export interface Part<Settings = object> {
  /** Adds the content types of the part. */
  types?(schema: Schema, settings: Settings): Schema;
  /**
   * The part as configured; null: switched off. Called once per deployment. Loads the code that only this part needs.
   *
   * @throws ConfigError (rejected)
   */
  open(settings: Settings, deployment: Common): OpenPart | null | Promise<OpenPart | null>;
}

/** Shared by all parts of a deployment. */
export interface Common {
  readonly schema: Schema;
  readonly profile: Profile;
  /** First part of every content path, `/api`. */
  readonly prefix: string;
  readonly jsonLimits: JsonLimits;
  readonly queryLimits: QueryLimits;
  readonly log: Log;
  /** The parts behind this one in the list, which are opened before it. */
  readonly behind: readonly OpenPart[];
}

/** A part that is switched on. All members are optional: a part has what it needs. */
export interface OpenPart<R extends Running = Running> {
  /** Request headers that pages of other origins may send for it. */
  readonly headers?: readonly string[];
  /** Where it is, as `GET /` says. */
  readonly links?: readonly Link[];
  /** Its routes need actions that only its code names: roles may grant any. */
  readonly needsAnyAction?: true;
  /** Loads what describes its routes in the OpenAPI document. */
  describes?(): Promise<Description>;
  /** Routes below `/__galley`, where control is on. */
  readonly controls?: readonly ControlRoute[];
  /** Operations of GraphQL; `load` loads the code of their resolvers, if GraphQL is on. */
  readonly graphql?: { readonly plugin: PluginName; load(): Promise<void> };
  /** Has code of the user's own extend the schema of GraphQL; one part has it. */
  readonly extendGraphql?: GraphqlServiceOf["extend"];
  /** How users sign in; at most one part has it. */
  readonly users?: UsersPart;
  /** Limits bodies; `otherwise`: as they are limited without this part. */
  bodyLimit?(findCaller: FindCaller, otherwise: BodyLimit): BodyLimit;
  /** Whether the body of a request is read as a stream. */
  readonly streams?: NonNullable<ListenOptions["streams"]>;
  /** Adds the content that the part cannot do without. Called once, after the seed. */
  fill?(store: Store): Promise<void>;
  /** Calls code of the user's own that may add content, which `reset` keeps. Called once, when all parts have filled. */
  setUp?(started: Started): Promise<void>;
  /**
   * Begins what runs without requests: listeners of commits, guards of writes, timers. Called once per galley, after it is
   * filled and before its first request. If it fails, the galley is closed.
   */
  start?(started: Started): R | Promise<R>;
  /** Publishing and unpublishing at a later time; at most one part has it. */
  schedules?(contents: Pick<Started, "runtime"> & { readonly store: Store }): Schedules;
  /** Makes the services of a galley or a fork, with the first request. `running`: the result of `start`. */
  serve?(mounting: Mounting, running: R | undefined): Served;
}

/** A galley that opens. */
export interface Started {
  readonly galley: Controlled & { readonly store: Store };
  readonly findCaller: FindCaller;
  /** The present rights of authors of earlier writes. */
  readonly accessOfAuthor: AccessOfAuthor;
  readonly hooks: Hooks;
  readonly defaults: ServiceDefaults;
  readonly runtime: Runtime;
  /** Made at the first call. */
  readonly events: () => ContentEvents;
}

/** The work of a part for one galley or fork. */
export interface Running extends Watched {
  /** Begins the same for a fork; without it forks have nothing of it. Constant time: there are thousands of forks. */
  fork?(started: Started): Running;
  /** The server is about to end: begins nothing new. */
  drain?(): void;
  close?(): void | Promise<void>;
  /** The deliveries of webhooks; at most one part has them. */
  readonly webhooks?: WebhookDeliveries;
}

/** How signed-in users are known. */
export interface UsersPart {
  findUser(contents: Pick<Contents, "store" | "runtime">): FindUser;
  findById(contents: Pick<Contents, "store">): FindUserById;
  /** The headers of a user, without a check of the password. @throws EngineError `not-found` (rejected) */
  signIn(contents: Pick<Contents, "store" | "runtime">, named: UserName): Promise<SignedIn>;
  /** Tokens for code of the user's own, which issues them without a session. */
  readonly tokens: OwnTokens;
}

export interface TokenOptions {
  readonly password?: string | null;
  readonly expiresIn?: number;
}

/** Tokens of users. */
export interface OwnTokens {
  /** Tokens to sign in with are of sessions, which `signIn` begins; `issue` gives none of them. */
  readonly hasSessions: boolean;
  /**
   * A token of these claims, at a time in epoch milliseconds. `password`: the hash of the user's, where it is one to sign in
   * with. `expiresIn`: in seconds, by default as long as a sign-in.
   */
  issue(claims: UnknownRecord, options: TokenOptions, now: number): string;
  /** The claims of a token, expired or not; null for what is none. */
  verify(token: string): UnknownRecord | null;
}

/** The contents that a part serves, and everything that it needs to do so. */
export interface Mounting extends Contents {
  readonly findCaller: FindCaller;
  readonly authorize: Authorize;
  readonly defaults: ServiceDefaults;
  /** The parameters of a request. Throws EngineError. */
  readonly paramsOf: (request: HttpRequest) => RawParams;
  /** Parses the body of a request. Throws HttpError, before anything else is checked. */
  readonly prepare: (request: HttpRequest) => Body;
  /** Whether the configuration defines this role. */
  readonly isConfigured: (role: string) => boolean;
  /** The links of all parts. */
  readonly links: readonly Link[];
  /** All routes, with who may call them at present; not before everything is mounted. */
  readonly deployed: () => Promise<Deployed>;
  /** The services of the parts behind this one in the list: they are mounted before it. */
  readonly behind: readonly Served[];
}

/** The additions of a part to the handler of one galley. */
export interface Served {
  /** Services that are asked before content types and all other services. They own only paths that they have routes for. */
  readonly first?: readonly Service[];
  /** Services with paths of their own. A content type at such a path takes precedence. */
  readonly services?: readonly Service[];
  /** The service for all other paths, with the routes of all parts in it; one part has it. */
  fallback?(beside: readonly Route<RouteHandle>[]): Service;
  /** Routes in that service, after the routes of content types. */
  readonly beside?: readonly Route<RouteHandle>[];
  /** Run before everything else. */
  readonly guards?: readonly Guard[];
  /** Answer in place of a service; of the parts, the last one's come first. */
  readonly interceptors?: readonly Interceptor[];
  readonly observers?: readonly Observer[];
  /** Resolvers of its operations of GraphQL, once their code is loaded. */
  readonly operations?: () => PluginOperations;
  /** Receives the files of these operations; at most one part does. */
  readonly operationForms?: () => ReceiveForm;
  /** The handler with what stands before all services. */
  around?(handler: Handler): Handler;
}
