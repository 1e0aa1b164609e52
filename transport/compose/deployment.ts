import { EngineError, FULL_ACCESS, invariant, meantName } from "../../engine/internal.ts";
import type { AccessConfig } from "../access/access-config.ts";
import { createAuthorize } from "../access/authorize.ts";
import { type AccessOfAuthor, type CallersAt, createCallers, type FindCaller } from "../access/caller.ts";
import { contentRoles } from "../access/content-roles.ts";
import type { SignedIn, UserName } from "../access/signed-in.ts";
import { ConfigError } from "../config/config-error.ts";
import type { GalleyOptions } from "../config/galley-options.ts";
import type { ChosenSettings } from "../config/settings.ts";
import { parseBody } from "../contract/parse-body.ts";
import { type SharedAnswers, sharedAnswers } from "../contract/profiles/service-defaults.ts";
import { createPipeline, type Observer, type PipelineOptions } from "../http/pipeline.ts";
import type { BodyLimit, Handler, HttpRequest, ListenOptions } from "../http/port.ts";
import { type ListedRoute, listRoutes, type NamedAccess, type RouteInfo } from "../http/route-list.ts";
import type { Contents } from "../parts/contents.ts";
import { injectFaults } from "../parts/control/faults/inject-faults.ts";
import { type Slowness, slownessOf } from "../parts/control/faults/slowness.ts";
import { ownRoutesIn } from "../parts/json-routes/routes-name.ts";
import type { Deployed } from "../parts/openapi/build-document.ts";
import type { Asker } from "../parts/openapi/context.ts";
import type { OpenApiDocument } from "../parts/openapi/document.ts";
import { refusalHints } from "../parts/operations/refusal-hints.ts";
import { requestLog } from "../parts/operations/request-log.ts";
import type { Common, OpenPart, Running, Served } from "../parts/part.ts";
import { queryParams } from "../parts/rest/query-params.ts";
import { ownActions } from "../parts/routes/configured-routes.ts";
import { latest } from "../runtime/latest.ts";
import { besideContent } from "./beside-content.ts";

/** The contents and the running parts of a galley or a fork. */
export interface Parted {
  readonly contents: Contents;
  readonly running: readonly (Running | undefined)[];
}

/** The contents whose routes are listed beside the services. */
type Listed = Pick<Contents, "store" | "ownRoutes">;

/** The services of all parts together. */
export interface Services extends Pick<PipelineOptions, "services" | "fallback"> {
  readonly served: readonly Served[];
}

/** The part that a galley and all its forks share: chosen and checked once. */
export class Deployment {
  readonly options: GalleyOptions & ChosenSettings;
  readonly common: Omit<Common, "behind">;
  readonly parts: readonly OpenPart[];
  readonly answers: SharedAnswers;
  readonly slowness: Slowness | null;
  #callers: CallersAt;
  /** The roles of the configuration. */
  #roles: AccessConfig["roles"];

  /** @throws ConfigError with every fault of roles and tokens. */
  constructor(options: GalleyOptions & ChosenSettings, common: Omit<Common, "behind">, parts: readonly OpenPart[]) {
    this.options = options;
    this.common = common;
    this.parts = parts;
    this.slowness = slownessOf(options);
    const headers = parts.flatMap((part) => part.headers ?? []);
    this.answers = sharedAnswers(common.profile, options.cors, headers);
    this.#callers = this.#callersOf(options);
    this.#roles = options.roles;
  }

  /** The roles of the configuration. */
  get roleNames(): readonly string[] {
    return Object.keys(this.#roles ?? {});
  }

  /**
   * Replaces the access of callers from the next request on.
   *
   * @throws ConfigError with every fault of roles and tokens; the previous ones remain in force then.
   */
  setAccess(access: AccessConfig): void {
    this.#callers = this.#callersOf(access);
    this.#roles = access.roles;
  }

  #callersOf({ roles, tokens, open = this.options.open }: AccessConfig): CallersAt {
    const { schema, profile } = this.common;
    const isAny = this.parts.some(({ needsAnyAction }) => needsAnyAction === true);
    const own = isAny ? "any" : ownActions(schema, ownRoutesIn(this.options.routes));
    return createCallers({ schema, roles, tokens, open, own, malformedCredentials: profile.malformedCredentials });
  }

  get #users() {
    return this.parts.find(({ users }) => users !== undefined)?.users;
  }

  /** Identifies callers of these contents, which may contain roles. */
  findCaller(contents: Pick<Contents, "store" | "runtime">): FindCaller {
    const now = () => contents.runtime.clock.now();
    const findUser = this.#users?.findUser(contents);
    const find = (callers: CallersAt) => callers(now, contentRoles(contents.store.engine), findUser);
    const found = latest(() => this.#callers, find);
    return (authorization) => found()(authorization);
  }

  /** The present rights of authors of earlier writes in these contents. */
  accessOfAuthor(contents: Pick<Contents, "store" | "runtime">): AccessOfAuthor {
    const now = () => contents.runtime.clock.now();
    const findUser = this.#users?.findById(contents);
    const find = (callers: CallersAt) => callers.authors(now, contentRoles(contents.store.engine), findUser);
    const found = latest(() => this.#callers, find);
    return (author) => found()(author);
  }

  /**
   * The headers of a signed-in user, without a check of the password.
   *
   * @throws EngineError `application` without users, `not-found` for an unknown one (rejected).
   */
  async signIn(contents: Pick<Contents, "store" | "runtime">, named: UserName): Promise<SignedIn> {
    const users = this.#users;
    if (users !== undefined) return users.signIn(contents, named);
    throw new EngineError("application", "Nobody can sign in: users are off. The option users: true switches them on");
  }

  bodyLimit(contents: Contents): BodyLimit {
    const { bodyLimit } = this.options;
    const limiting = this.parts.filter((part) => part.bodyLimit !== undefined);
    if (limiting.length === 0) return () => bodyLimit;
    const findCaller = this.findCaller(contents);
    return limiting.reduce<BodyLimit>(
      (otherwise, part) => part.bodyLimit?.(findCaller, otherwise) ?? otherwise,
      () => bodyLimit,
    );
  }

  /** Whether the handler reads the body of a request as a stream. */
  get streams(): NonNullable<ListenOptions["streams"]> {
    const streaming = this.parts.flatMap((part) => part.streams ?? []);
    return (head) => streaming.some((streams) => streams(head));
  }

  /** Mounts all parts over these contents, each after those behind it. */
  services({ contents, running }: Parted): Services {
    const { schema, profile, prefix, jsonLimits, queryLimits } = this.common;
    const findCaller = this.findCaller(contents);
    const mounting = {
      ...contents,
      findCaller,
      authorize: createAuthorize({ schema, profile, findCaller, mayVisitorsSignIn: this.#users !== undefined }),
      defaults: { ...this.answers, runLater: contents.runLater },
      paramsOf: ({ query }: HttpRequest) => queryParams(profile, query, queryLimits),
      prepare: (request: HttpRequest) => parseBody(request, jsonLimits),
      isConfigured: (role: string) => Object.hasOwn(this.#roles ?? {}, role),
      links: this.parts.flatMap((part) => part.links ?? []),
      deployed: () => this.#deployed(made, contents),
    };
    let served: readonly Served[] = [];
    for (let at = this.parts.length - 1; at >= 0; at--) {
      served = [this.parts[at]?.serve?.({ ...mounting, behind: served }, running[at]) ?? {}, ...served];
    }
    const beside = served.flatMap((each) => each.beside ?? []);
    const fallback = served.flatMap((each) => each.fallback?.(beside) ?? [])[0];
    invariant(fallback !== undefined, "one part answers all other paths");
    const roots = [...schema.byPath.keys()].map((name) => `${prefix}/${name}`);
    const services = served.flatMap((each) => each.services ?? []);
    const made: Services = {
      services: [
        ...served.flatMap((each) => each.first ?? []),
        ...services.map((service) => besideContent(service, fallback.router, roots)),
      ],
      fallback,
      served,
    };
    return made;
  }

  /** The parts of the OpenAPI document for these services. */
  async #deployed(services: Services, contents: Listed): Promise<Deployed> {
    const { schema, profile } = this.common;
    const { rest, etag, url } = this.options;
    return {
      url,
      schema,
      profile,
      rest,
      entityTags: etag ?? profile.entityTags,
      isShared: contents.store.opened.shared,
      users: this.#users !== undefined,
      routes: this.#listed(services, contents),
      descriptions: await Promise.all(this.parts.flatMap((part) => part.describes?.() ?? [])),
    };
  }

  /** The document for callers with this access; without one, the complete document. */
  async openapi(services: Services, contents: Listed, as?: string): Promise<OpenApiDocument> {
    const known = this.#callers.named(contentRoles(contents.store.engine));
    const asker = as === undefined ? { access: FULL_ACCESS, isUser: true } : askerNamed(as, known);
    const { buildDocument } = await import("../parts/openapi/build-document.ts");
    return buildDocument(await this.#deployed(services, contents), asker);
  }

  /** The routes of these services, content types' first, with who may call them at present. */
  routes(services: Services, contents: Listed): readonly RouteInfo[] {
    return this.#listed(services, contents).map(({ describes: _, schema: __, ...route }) => route);
  }

  #listed({ services, fallback }: Services, { store, ownRoutes }: Listed): readonly ListedRoute[] {
    const built = [fallback, ...services].map(({ router }) => ({
      router: { routes: router.routes.filter((route) => !ownRoutes.replaces(route)) },
    }));
    return listRoutes([{ router: ownRoutes }, ...built], this.#callers.named(contentRoles(store.engine)));
  }

  /** Explains refusals in the log of a developer. */
  #hints(services: Services, contents: Contents): readonly Observer[] {
    if (process.env.NODE_ENV === "production") return [];
    const findCaller = this.findCaller(contents);
    const routes = () => this.routes(services, contents);
    return [refusalHints({ ...this.common, findCaller, routes, origins: this.options.cors })];
  }

  /** Answers requests to these contents. */
  handler(services: Services, contents: Contents): Handler {
    const { served } = services;
    const { runtime, requests, faults } = contents;
    const { log } = this.common;
    return createPipeline({
      ...services,
      newRequestId: () => runtime.newRequestId(),
      log,
      guards: served.toReversed().flatMap((each) => each.guards ?? []),
      interceptors: [injectFaults(faults), ...served.toReversed().flatMap((each) => each.interceptors ?? [])],
      observers: [
        ...served.flatMap((each) => each.observers ?? []),
        ...(requests.keepsSome ? [requests.record] : []),
        ...(this.options.logger === undefined ? [] : [requestLog(log), ...this.#hints(services, contents)]),
      ],
    });
  }
}

function askerNamed(name: string, known: readonly NamedAccess[]): Asker {
  const found = known.find((each) => each.name === name);
  if (found !== undefined) return { access: found.access, isUser: name.startsWith("role ") };
  const names = known.map((each) => each.name);
  const message = `is no caller${meantName(name, names) || `, as these are: ${names.join(", ")}`}`;
  throw new ConfigError("Options of openapi", [{ path: ["as"], message }]);
}
