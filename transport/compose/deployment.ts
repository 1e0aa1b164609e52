import { EngineError, FULL_ACCESS, meantName } from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";
import type { AccessConfig } from "../access/access-config.ts";
import { createAuthorize } from "../access/authorize.ts";
import { type CallersAt, createCallers, type FindCaller, type FindUser } from "../access/caller.ts";
import { contentRoles } from "../access/content-roles.ts";
import { ConfigError } from "../config/config-error.ts";
import { type ServiceDefaults, serviceDefaults } from "../contract/profiles/service-defaults.ts";
import { createPipeline, type Observer } from "../http/pipeline.ts";
import type { BodyLimit, Handler, ListenOptions } from "../http/port.ts";
import { listRoutes, type NamedAccess, type RouteInfo } from "../http/route-list.ts";
import type { Service } from "../http/service.ts";
import type { Control } from "../parts/control/control.ts";
import { injectFaults } from "../parts/control/faults/inject-faults.ts";
import { FORK_HEADER } from "../parts/control/forks/choose-fork.ts";
import type { Deployed } from "../parts/openapi/build-document.ts";
import type { Asker } from "../parts/openapi/context.ts";
import type { OpenApiDocument } from "../parts/openapi/document.ts";
import { openapiRoutes } from "../parts/openapi/routes.ts";
import type { Operations } from "../parts/operations/operations.ts";
import { passPositions } from "../parts/operations/positions.ts";
import { refusalHints } from "../parts/operations/refusal-hints.ts";
import { requestLog } from "../parts/operations/request-log.ts";
import { contentService } from "../parts/rest/content-service.ts";
import { type DefaultPopulate, defaultPopulate } from "../parts/rest/default-populate.ts";
import { localeRoutes } from "../parts/rest/locale-routes.ts";
import { schemaRoutes } from "../parts/rest/schema-routes.ts";
import { rootService } from "../parts/studio/root/root-service.ts";
import { studioService } from "../parts/studio/studio-service.ts";
import { StoredTodos } from "../parts/todo/stored-todos.ts";
import { todoService } from "../parts/todo/todo-service.ts";
import { bringsFiles, uploadLimit } from "../parts/uploads/upload-limit.ts";
import { COOKIE_HEADER } from "../parts/users/sessions/refresh-cookie.ts";
import { namedUser, type SignedIn, type UserName } from "../parts/users/sign-in/named-user.ts";
import { Jwt } from "../parts/users/tokens/jwt.ts";
import { tokensOfUsers } from "../parts/users/tokens/tokens-of-users.ts";
import { findUserBy } from "../parts/users/user-callers.ts";
import { Users } from "../parts/users/users.ts";
import { besideContent } from "./beside-content.ts";
import type { Contents } from "./contents.ts";
import type { DeploymentOptions } from "./deployment-options.ts";
import { pluginServices, userPart } from "./plugin-services.ts";

/** The services of a galley; `fallback` answers for all other paths. */
export interface Services {
  readonly services: readonly Service[];
  readonly fallback: Service;
}

/** What a galley and all its forks share: chosen and checked once. */
export class Deployment {
  readonly options: DeploymentOptions;
  readonly defaults: ServiceDefaults;
  #callers: CallersAt;
  /** The roles of the configuration. */
  #roles: AccessConfig["roles"];
  readonly #jwt: Jwt | null;
  readonly #populates: DefaultPopulate;

  /** @throws ConfigError with every fault of roles and tokens, or of what entries show. */
  constructor(options: DeploymentOptions) {
    const { schema, profile, rest, origins, control, users } = options;
    const headers = [...(control === null ? [] : [FORK_HEADER]), ...(users?.sessions ? [COOKIE_HEADER] : [])];
    this.options = options;
    this.defaults = serviceDefaults(profile, origins, headers);
    this.#jwt = users === null ? null : new Jwt(users.secret);
    this.#callers = callersOf(options, options);
    this.#roles = options.roles;
    this.#populates = defaultPopulate(schema, profile.rules, rest.populate);
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
    this.#callers = callersOf(this.options, access);
    this.#roles = access.roles;
  }

  /** Identifies callers of these contents, which may contain roles. */
  findCaller({ store, runtime }: Pick<Contents, "store" | "runtime">): FindCaller {
    const now = () => runtime.clock.now();
    const findUser = this.#findUser(store, now);
    const find = () => this.#callers(now, contentRoles(store.engine), findUser);
    let callers = this.#callers;
    let found = find();
    return (authorization) => {
      if (callers !== this.#callers) found = find();
      callers = this.#callers;
      return found(authorization);
    };
  }

  /**
   * The headers of a signed-in user, without a check of the password.
   *
   * @throws EngineError `application` without users, `not-found` for an unknown one (rejected).
   */
  async signIn({ store, runtime }: Pick<Contents, "store" | "runtime">, named: UserName): Promise<SignedIn> {
    const { users: settings } = this.options;
    const jwt = this.#jwt;
    if (jwt === null || settings === null) {
      throw new EngineError(
        "application",
        "Nobody can sign in: users are off. The option users: true switches them on",
      );
    }
    const users = new Users(store);
    const tokens = tokensOfUsers(settings, jwt, store, users, () => runtime.clock.now());
    const issued = await tokens.issue(namedUser(users, named), {});
    return { Authorization: `Bearer ${issued.jwt}` };
  }

  #findUser(store: Store, now: () => number): FindUser | undefined {
    const { users: settings } = this.options;
    const jwt = this.#jwt;
    if (jwt === null || settings === null) return undefined;
    const users = new Users(store);
    return findUserBy({ jwt, users, tokens: tokensOfUsers(settings, jwt, store, users, now), now, ...settings });
  }

  bodyLimit(contents: Contents): BodyLimit {
    const { bodyLimit, uploadLimit: forUploads, rest } = this.options;
    if (forUploads === null) return () => bodyLimit;
    return uploadLimit(rest.prefix ?? "/api", forUploads, this.findCaller(contents), () => bodyLimit);
  }

  /** Whether the handler reads the body of a request as a stream. */
  get streams(): NonNullable<ListenOptions["streams"]> {
    const { uploadLimit: forUploads, rest, schema } = this.options;
    // A content type at the path of uploads takes their place.
    if (forUploads === null || schema.byPath.get("upload")?.kind === "collection") return () => false;
    return bringsFiles(rest.prefix ?? "/api");
  }

  /** The handler of requests to these contents. */
  services(contents: Contents, operations: Operations, control: Control | null): Services {
    const { store, runtime, cache, runLater } = contents;
    const { options, defaults } = this;
    const { schema, profile, maxTodos, jsonLimits, answerBytes, graphql } = options;
    const findCaller = this.findCaller({ store, runtime });
    const authorize = createAuthorize({ schema, profile, findCaller, mayVisitorsSignIn: options.users !== null });
    const isConfigured = (role: string) => Object.hasOwn(this.#roles ?? {}, role);
    const users = userPart(
      options,
      { jwt: this.#jwt, findCaller, guessing: operations.guessing, isConfigured },
      contents,
    );
    const uploads = options.uploadLimit === null ? null : { ...contents, pictures: options.pictures };
    const prefix = options.rest.prefix ?? "/api";
    const documents = openapiRoutes({
      mode: options.openapi,
      findCaller,
      deployed: () => this.#deployed(made, contents),
      prefix,
    });
    const beside = [
      ...documents,
      ...localeRoutes({ schema, profile, findCaller, prefix }),
      ...schemaRoutes({ schema, authorize, prefix }),
    ];
    const fallback = contentService({
      ...options,
      populates: this.#populates,
      store,
      authorize,
      cache,
      defaults,
      runLater,
      beside,
    });
    const services = [
      ...(control === null ? [] : [control.service]),
      ...(graphql === null
        ? []
        : [graphql({ store, cache, findCaller, defaults, runLater, parts: { users, uploads } })]),
      ...(maxTodos === null ? [] : [todoService(new StoredTodos(store, maxTodos), { json: jsonLimits, answerBytes })]),
      ...pluginServices({ options, defaults, contents, findCaller, authorize, users }),
      ...operations.services,
      rootService(options.directory, defaults),
      ...(options.studio === null ? [] : [studioService(options.studio, defaults)]),
    ];
    const roots = [...schema.byPath.keys()].map((name) => `${prefix}/${name}`);
    const made: Services = {
      services: services.map((service) => besideContent(service, fallback.router, roots)),
      fallback,
    };
    return made;
  }

  /** The parts of the OpenAPI document for these services. */
  #deployed(services: Services, contents: Pick<Contents, "store">): Deployed {
    const { schema, profile, rest, entityTags = profile.entityTags, users, url } = this.options;
    return {
      url,
      schema,
      profile,
      rest,
      entityTags,
      isShared: contents.store.opened.shared,
      users: users !== null,
      routes: this.routes(services, contents),
    };
  }

  /** The document for callers with this access; without one, the complete document. */
  async openapi(services: Services, contents: Pick<Contents, "store">, as?: string): Promise<OpenApiDocument> {
    const known = this.#callers.named(contentRoles(contents.store.engine));
    const asker = as === undefined ? { access: FULL_ACCESS, isUser: true } : askerNamed(as, known);
    const { buildDocument } = await import("../parts/openapi/build-document.ts");
    return buildDocument(this.#deployed(services, contents), asker);
  }

  /** The routes of these services, those of content first, with who may call them at present. */
  routes({ services, fallback }: Services, { store }: Pick<Contents, "store">): readonly RouteInfo[] {
    return listRoutes([fallback, ...services], this.#callers.named(contentRoles(store.engine)));
  }

  /** Explains refusals in the log of a developer. */
  #hints(services: Services, contents: Contents, findCaller: FindCaller): readonly Observer[] {
    if (process.env.NODE_ENV === "production") return [];
    const { log, schema, origins, rest } = this.options;
    const routes = () => this.routes(services, contents);
    return [refusalHints({ log, schema, findCaller, routes, prefix: rest.prefix ?? "/api", origins })];
  }

  /** Answers requests to these contents. */
  handler(services: Services, contents: Contents, operations: Operations, control: Control | null): Handler {
    const { store, runtime, requests, faults } = contents;
    const findCaller = this.findCaller({ store, runtime });
    const { log, logRequests, cluster } = this.options;
    return createPipeline({
      ...services,
      newRequestId: () => runtime.newRequestId(),
      log,
      guards: [...operations.guardsFor(findCaller), ...(control === null ? [] : [control.guard])],
      interceptors: [injectFaults(faults), ...(store.opened.shared ? [passPositions(store, cluster)] : [])],
      observers: [
        ...operations.observers,
        ...(requests.keepsSome ? [requests.record] : []),
        ...(logRequests ? [requestLog(log), ...this.#hints(services, contents, findCaller)] : []),
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

function callersOf(
  { schema, profile, open }: DeploymentOptions,
  { roles, tokens, open: opens = open }: AccessConfig,
): CallersAt {
  return createCallers({ schema, roles, tokens, open: opens, malformedCredentials: profile.malformedCredentials });
}
