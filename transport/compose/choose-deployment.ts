import { randomBytes } from "node:crypto";
import {
  type Issue,
  defineSchema as readSchema,
  Schema,
  type SchemaDefinition,
  withLocales,
} from "../../engine/internal.ts";
import type {
  SessionOptions,
  TodoConfig,
  UploadConfig,
  UploadOptions,
  UserConfig,
  UserOptions,
} from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import type { GalleyOptions } from "../config/galley-options.ts";
import { withDefaults } from "../config/settings-table.ts";
import { listsLocales } from "../contract/locales/locale-list.ts";
import { CONTRACT, type Profile, STRAPI } from "../contract/profiles/profile.ts";
import type { ProfileName } from "../contract/profiles/profile-name.ts";
import { JSON_LIMITS } from "../http/json/json-limits.ts";
import { createPage } from "../http/page/create-page.ts";
import type { AnySchema } from "../library/typed/schema.ts";
import { mailingOf } from "../mail/mailer.ts";
import { controlConfigOf } from "../parts/control/control-config.ts";
import type { GraphqlDeployment, GraphqlServiceOf } from "../parts/graphql/graphql-service.ts";
import { hasPage } from "../parts/graphql/options.ts";
import type { OpenapiMode } from "../parts/openapi/openapi-mode.ts";
import type { Directory, Links } from "../parts/studio/root/directory.ts";
import { STUDIO_PATH, servesStudio } from "../parts/studio/studio-option.ts";
import { TODO_TYPE, TODO_TYPES } from "../parts/todo/todo.ts";
import { MAX_TODOS } from "../parts/todo/todo-room.ts";
import type { AcceptedTypes } from "../parts/uploads/accepted-types.ts";
import { BREAKPOINTS, Pictures } from "../parts/uploads/pictures/pictures.ts";
import type { Providers } from "../parts/users/providers/provider.ts";
import type { ProviderOptions } from "../parts/users/providers/provider-options.ts";
import { withSessions } from "../parts/users/sessions/session-type.ts";
import { USER_TYPE, withUsers } from "../parts/users/user-types.ts";
import { FAULTS_ONLY, type Log } from "../runtime/log.ts";
import type { DeploymentOptions, UserSettings } from "./deployment-options.ts";

const PROFILES: { readonly [name in ProfileName]: Profile } = { contract: CONTRACT, strapi: STRAPI };

/** The form of Strapi's own links. */
const UPLOAD_LIMIT = 200 * 1_048_576;
/** Seconds. */
const TEN_MINUTES = 10 * 60;
const FOURTEEN_DAYS = 14 * 24 * 60 * 60;
const THIRTY_DAYS = 30 * 24 * 60 * 60;
const KEPT_REQUESTS = 1000;

/** The given options, with defaults for the rest. */
export async function chooseDeployment(given: GalleyOptions): Promise<DeploymentOptions> {
  const options = { ...given, ...withDefaults(given) };
  const maxTodos = maxTodosOf(options.todo);
  const schema = schemaOf(options.schema, options.users ?? false, options);
  const profile = PROFILES[options.profile ?? "contract"];
  const log = options.logger ?? FAULTS_ONLY;
  const { graphql, answerBytes, queryLimits } = options;
  const uploadLimit = uploadLimitOf(options.uploads);
  const users = await userSettings(options, schema);
  return {
    ...options,
    schema,
    profile,
    maxTodos,
    jsonLimits: { ...JSON_LIMITS, reservedKeys: profile.reservedKeys, ...options.jsonLimits },
    uploadLimit,
    pictures: picturesOf(options.uploads, log),
    acceptedTypes: acceptedTypesOf(options.uploads),
    users,
    mailing: users === null ? null : await mailingOf(options.mail),
    entityTags: options.etag,
    origins: options.cors,
    graphql:
      graphql === false
        ? null
        : await graphqlOf({
            schema,
            profile,
            log,
            queryLimits,
            answerBytes,
            plugins: [
              ...(listsLocales(schema, profile) ? ["i18n" as const] : []),
              ...(uploadLimit === null ? [] : ["upload" as const]),
              ...(users ? ["users-permissions" as const] : []),
            ],
            options: graphql === true ? {} : graphql,
          }),
    directory: directoryOf(options),
    studio: servesStudio(options) ? createPage(() => import("../parts/studio/page-files.ts")) : null,
    openapi: openapiMode(options),
    control: controlConfigOf(options.control, options.tokens),
    keepRequests: options.keepRequests ?? KEPT_REQUESTS,
    log,
    logRequests: options.logger !== undefined,
  };
}

function openapiMode({ openapi }: GalleyOptions): OpenapiMode {
  return openapi ?? (process.env.NODE_ENV === "production" ? "off" : "public");
}

function directoryOf(options: GalleyOptions): Directory {
  const { profile = "contract", rest, graphql, todo, metrics, control } = options;
  const graphqlOptions = typeof graphql === "object" ? graphql : {};
  const openapi = openapiMode(options);
  const isDevelopment = process.env.NODE_ENV !== "production";
  const links: Links = {
    ...(servesStudio(options) && { studio: STUDIO_PATH }),
    rest: rest?.prefix ?? "/api",
    ...(openapi !== "off" && { openapi: `${rest?.prefix ?? "/api"}/openapi.json` }),
    ...(graphql && { graphql: graphqlOptions.endpoint ?? "/graphql" }),
    ...(todo && { todo: "/todos" }),
    ...(metrics === true && { metrics: "/_metrics" }),
    ...(control && { control: "/__galley" }),
    health: "/_health",
  };
  const isClosed: { readonly [name in keyof Links]?: boolean } = {
    rest: true,
    openapi: openapi !== "public",
    graphql: !hasPage(graphqlOptions),
    control: true,
  };
  return {
    name: "Galley",
    ...(isDevelopment && { profile }),
    links,
    pages: (Object.keys(links) as (keyof Links)[]).filter((name) => !isClosed[name]),
    ...(isDevelopment && { documentation: "the folder docs of the package galley" }),
  };
}

async function graphqlOf(deployment: GraphqlDeployment): Promise<GraphqlServiceOf> {
  const { loadGraphql } = await import("../parts/graphql/load.ts");
  return loadGraphql(deployment);
}

async function userSettings({ users, jwtSecret }: GalleyOptions, schema: Schema): Promise<UserSettings | null> {
  if (users === false || !schema.types.has(USER_TYPE)) return null;
  const given: UserOptions = typeof users === "object" ? users : {};
  const { confirmation = false } = given;
  return {
    secret: jwtSecret ?? randomBytes(32).toString("base64url"),
    expiresIn: given.expiresIn ?? THIRTY_DAYS,
    sessions: sessionSettings(given.sessions ?? false),
    providers: await providersOf(given.providers ?? {}),
    register: given.register ?? true,
    allowedFields: given.allowedFields ?? [],
    confirmation: confirmation !== false,
    confirmedUrl: (typeof confirmation === "object" ? confirmation.redirect : undefined) ?? "/",
    resetUrl: given.resetUrl ?? null,
    sendResetCode: given.sendResetCode,
  };
}

/**
 * The client library is loaded when the first user is sent to a provider; whether it is installed is checked now.
 *
 * @throws ConfigError (rejected)
 */
async function providersOf(given: { readonly [name: string]: ProviderOptions }): Promise<Providers> {
  if (Object.keys(given).length === 0) return new Map();
  const { resolveProviders } = await import("../parts/users/providers/provider.ts");
  const { loadOauth } = await import("../parts/users/providers/load-oauth.ts");
  const issues: Issue[] = [];
  const providers = resolveProviders(given, issues);
  const message = "needs the package oauth4webapi, which is not installed: npm install oauth4webapi";
  if ((await loadOauth()) === null) issues.push({ path: ["users", "providers"], message });
  if (issues.length > 0) throw new ConfigError("The configuration", issues);
  return providers;
}

/** Strapi's defaults in its mode `refresh`. */
function sessionSettings(given: boolean | SessionOptions): UserSettings["sessions"] {
  if (given === false) return null;
  const options = given === true ? {} : given;
  const { name, path, domain, sameSite, secure, maxAge } = options.cookie ?? {};
  return {
    lifespans: {
      access: options.accessTokenLifespan ?? TEN_MINUTES,
      idle: options.idleRefreshTokenLifespan ?? FOURTEEN_DAYS,
      max: options.maxRefreshTokenLifespan ?? THIRTY_DAYS,
    },
    cookie: {
      always: options.httpOnly ?? false,
      name: name ?? "strapi_up_refresh",
      path: path ?? "/",
      domain: domain ?? null,
      sameSite: sameSite ?? "lax",
      secure: secure ?? process.env.NODE_ENV === "production",
      maxAge: maxAge ?? null,
    },
  };
}

function uploadLimitOf(uploads: UploadConfig): number | null {
  if (uploads === false) return null;
  return (uploads === true ? undefined : uploads.limit) ?? UPLOAD_LIMIT;
}

function picturesOf(uploads: UploadConfig, log: Log): Pictures {
  const {
    formats = true,
    breakpoints = BREAKPOINTS,
    optimize = false,
  }: UploadOptions = typeof uploads === "object" ? uploads : {};
  return new Pictures({ formats, breakpoints, optimize }, log);
}

function acceptedTypesOf(uploads: UploadConfig): AcceptedTypes {
  const { allowedTypes: allowed = null, deniedTypes: denied = [] } = typeof uploads === "object" ? uploads : {};
  return { allowed, denied };
}

function usersIn(schema: Schema, users: UserConfig | undefined): Schema {
  const all = users === undefined || users === false ? schema : withUsers(schema);
  const isOn = typeof users === "object" && users.sessions !== undefined && users.sessions !== false;
  return isOn && all.types.has(USER_TYPE) ? withSessions(all) : all;
}

function maxTodosOf(todo: TodoConfig): number | null {
  if (todo === false) return null;
  return (todo === true ? undefined : todo.maxTodos) ?? MAX_TODOS;
}

/**
 * Todos are content of their own: one engine and one log hold both. Their type exists even if they are not served, so
 * that stored todos are kept.
 */
function schemaOf(
  given: AnySchema,
  users: UserConfig,
  locales: Pick<GalleyOptions, "locales" | "defaultLocale">,
): Schema {
  // Parsing a definition checks everything about it, whatever the compiler knew.
  const defined = withLocales(given instanceof Schema ? given : readSchema(given as SchemaDefinition), locales);
  const schema = usersIn(defined, users);
  if (schema.types.has(TODO_TYPE)) return schema;
  const todos = readSchema({ contentTypes: TODO_TYPES }).type(TODO_TYPE);
  return new Schema([...schema.types.values(), todos], [...schema.components.values()], schema.locales);
}
