import type { Schema } from "../engine/index.ts";
import type { FileStore, Store } from "../storage/index.ts";
import type { RestConfig } from "./config.ts";
import { type Authorize, createAuthorize } from "./content/authorize.ts";
import { type CallersAt, createCallers, type FindCaller } from "./content/caller.ts";
import { contentRoles } from "./content/content-roles.ts";
import { contentService } from "./content/content-service.ts";
import { type Face, faceOf } from "./content/face.ts";
import { pageLimits } from "./content/page-limits.ts";
import { parseBody } from "./content/parse-body.ts";
import { PlainEntries } from "./content/plain-entries.ts";
import type { Profile } from "./content/profile.ts";
import { queryParams } from "./content/query-params.ts";
import { QUERY_LIMITS, type QueryLimits, type ReadLimits } from "./content/query-string.ts";
import type { ResponseCache } from "./content/response-cache.ts";
import type { Roles } from "./content/roles.ts";
import type { TokenConfig } from "./content/tokens.ts";
import { FORK_HEADER } from "./control/choose-fork.ts";
import type { Control } from "./control/control.ts";
import type { ControlConfig } from "./control/control-config.ts";
import type { Faults } from "./control/faults.ts";
import { injectFaults } from "./control/inject-faults.ts";
import type { RequestJournal } from "./control/request-journal.ts";
import type { GraphqlServiceOf } from "./graphql/graphql-service.ts";
import type { JsonLimits } from "./json-excess.ts";
import type { Guessing } from "./limits/rate-limit.ts";
import type { Log } from "./log.ts";
import type { Operations } from "./operations/operations.ts";
import { createPipeline } from "./pipeline.ts";
import type { BodyLimit, Handler, HttpRequest } from "./port.ts";
import { requestLog } from "./request-log.ts";
import type { Service } from "./service.ts";
import { StoredTodos } from "./todo/stored-todos.ts";
import { todoService } from "./todo/todo-service.ts";
import { fileService } from "./upload/file-service.ts";
import { uploadLimit } from "./upload/upload-limit.ts";
import { uploadService } from "./upload/upload-service.ts";
import { authService } from "./users/auth-service.ts";
import { Jwt } from "./users/jwt.ts";
import { ManagingUsers } from "./users/managing-users.ts";
import { SigningIn } from "./users/signing-in.ts";
import { findUserBy } from "./users/user-callers.ts";
import type { UserPart } from "./users/user-part.ts";
import { type UserOptions, userService } from "./users/user-service.ts";
import { USER_TYPE } from "./users/user-types.ts";
import { Users } from "./users/users.ts";
import type { World } from "./world/world.ts";

export interface UserSettings {
  /** Signs their tokens. */
  readonly secret: string;
  /** Seconds for which a token is good. */
  readonly expiresIn: number;
  /** Anyone may sign up. */
  readonly register: boolean;
}

export interface DeploymentOptions {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly roles: Roles;
  readonly tokens: readonly TokenConfig[];
  readonly rest: RestConfig;
  readonly todo: boolean;
  readonly queryLimits: Partial<ReadLimits>;
  readonly jsonLimits: JsonLimits;
  /** In bytes. */
  readonly bodyLimit: number;
  /** Bytes of an upload; null serves no uploads. */
  readonly uploadLimit: number | null;
  /** How users sign in; null: they do not. */
  readonly users: UserSettings | null;
  /** Undefined leaves it to the profile. */
  readonly entityTags: boolean | undefined;
  readonly explain: boolean;
  readonly origins: "*" | readonly string[] | undefined;
  /** Null: GraphQL is not served. */
  readonly graphql: GraphqlServiceOf | null;
  /** Answered requests that are kept for tests to look at. */
  readonly keepRequests: number;
  /** Null: tests do not control it over HTTP. */
  readonly control: ControlConfig | null;
  readonly log: Log;
  readonly logRequests: boolean;
}

/** Who may do what. */
export interface AccessConfig {
  readonly roles: Roles;
  readonly tokens: readonly TokenConfig[];
}

/** What differs between a galley and its forks: the content, the time and chance it lives in, and what tests do to it. */
export interface Contents {
  readonly store: Store;
  readonly files: FileStore;
  readonly world: World;
  readonly cache: ResponseCache;
  readonly requests: RequestJournal;
  readonly faults: Faults;
}

/** What is the same for a galley and all its forks: chosen and checked once. */
export class Deployment {
  readonly options: DeploymentOptions;
  readonly face: Face;
  #callers: CallersAt;
  readonly #jwt: Jwt | null;

  /** @throws ConfigError with every fault of roles and tokens. */
  constructor(options: DeploymentOptions) {
    const { profile, origins, control } = options;
    this.options = options;
    this.face = faceOf(profile, origins, control !== null ? [FORK_HEADER] : []);
    this.#jwt = options.users === null ? null : new Jwt(options.users.secret);
    this.#callers = callersOf(options, options);
  }

  /**
   * From the next request on callers have these rights and no others.
   *
   * @throws ConfigError with every fault of roles and tokens; those of before hold then.
   */
  setAccess(access: AccessConfig): void {
    this.#callers = callersOf(this.options, access);
  }

  /** Recognises callers of these contents, whose roles may be among them. */
  findCaller({ store, world }: Pick<Contents, "store" | "world">): FindCaller {
    const now = () => world.clock.now();
    const findUser = this.#jwt === null ? undefined : findUserBy(this.#jwt, new Users(store), now);
    const find = () => this.#callers(now, contentRoles(store.engine), findUser);
    let callers = this.#callers;
    let found = find();
    return (authorization) => {
      if (callers !== this.#callers) found = find();
      callers = this.#callers;
      return found(authorization);
    };
  }

  /** Whether credentials were good before, told without looking them up. */
  remembers(authorization: string): boolean {
    return this.#callers.remembers(authorization);
  }

  bodyLimit(contents: Contents): BodyLimit {
    const { bodyLimit, uploadLimit: forUploads, rest } = this.options;
    if (forUploads === null) return () => bodyLimit;
    return uploadLimit(rest.prefix ?? "/api", forUploads, this.findCaller(contents), () => bodyLimit);
  }

  /** Answers requests out of these contents. */
  handler(contents: Contents, operations: Operations, control: Control | null): Handler {
    const { store, world, cache, requests, faults } = contents;
    const { schema, profile, todo, jsonLimits, graphql, log, logRequests } = this.options;
    const findCaller = this.findCaller({ store, world });
    const authorize = createAuthorize(schema, profile, findCaller);
    const { face } = this;
    const users = this.#userPart(contents, operations.guessing);
    const uploads = this.options.uploadLimit === null ? null : contents;
    return createPipeline({
      services: [
        ...(control === null ? [] : [control.service]),
        ...(graphql === null ? [] : [graphql({ store, findCaller, face, parts: { users, uploads } })]),
        ...(todo ? [todoService(new StoredTodos(store), jsonLimits)] : []),
        ...this.#uploadServices(contents, authorize),
        ...(users === null ? [] : this.#userServices(users, findCaller, authorize)),
        ...operations.services,
      ],
      fallback: contentService({ ...this.options, store, authorize, cache, face }),
      newRequestId: () => world.newRequestId(),
      log,
      guards: [...operations.guards, ...(control === null ? [] : [control.guard])],
      interceptor: injectFaults(faults),
      observers: [
        ...operations.observers,
        ...(requests.keepsSome ? [requests.record] : []),
        ...(logRequests ? [requestLog(log)] : []),
      ],
    });
  }

  #uploadServices({ store, files, world }: Contents, authorize: Authorize): Service[] {
    const { rest, uploadLimit: limit } = this.options;
    if (limit === null) return [];
    const uploads = uploadService({
      ...this.#reading(),
      store,
      files,
      world,
      authorize,
      pageLimits: pageLimits(rest),
    });
    return [uploads, fileService(files, this.face)];
  }

  #userPart({ store, world }: Contents, guessing: Guessing): UserPart | null {
    const { users: settings } = this.options;
    if (settings === null || this.#jwt === null) return null;
    const { expiresIn, register } = settings;
    const users = new Users(store);
    const entries = new PlainEntries(store, USER_TYPE);
    return {
      users,
      signingIn: new SigningIn(users, register),
      managing: new ManagingUsers(users),
      sessions: { jwt: this.#jwt, entries, now: () => world.clock.now(), expiresIn },
      guessing,
    };
  }

  #userServices(users: UserPart, findCaller: FindCaller, authorize: Authorize): Service[] {
    const { profile } = this.options;
    const options: UserOptions = { ...this.#reading(), ...users, profile, findCaller, authorize };
    return [authService(options), userService(options)];
  }

  /** How the services beside the content's understand requests, and what they look like. */
  #reading() {
    const { profile, rest, jsonLimits } = this.options;
    const queryLimits: QueryLimits = { ...QUERY_LIMITS, ...this.options.queryLimits };
    return {
      paramsOf: (request: HttpRequest) => queryParams(profile, request, queryLimits),
      bodyOf: (request: HttpRequest) => parseBody(request, jsonLimits),
      face: this.face,
      prefix: rest.prefix ?? "/api",
    };
  }
}

function callersOf({ schema, profile }: DeploymentOptions, { roles, tokens }: AccessConfig): CallersAt {
  return createCallers({ schema, roles, tokens, malformedCredentials: profile.malformedCredentials });
}
