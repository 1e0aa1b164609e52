import { ENTRY_FIELDS, isRecord, type UnknownRecord } from "../../../../engine/internal.ts";
import type { Settings } from "../../../config/config.ts";
import { recordAt } from "../record.ts";
import { bytesIn, secondsIn } from "./quantities.ts";

/** The settings that a project's configuration can contain. */
export type ProjectSettings = Pick<
  Settings,
  "rest" | "graphql" | "users" | "uploads" | "cors" | "bodyLimit" | "url" | "jwtSecret"
>;

/** The settings of one file, unchecked, and the paths of settings that are not understood. */
export interface Understood {
  readonly settings: { readonly [K in keyof ProjectSettings]?: unknown };
  readonly unknown: readonly string[];
  /** The unknown ones that belong to the project's own code. */
  readonly code?: readonly string[];
}

/** Reads a value, or reports that it is not understood; `unused`: understood, but without effect here. */
type Take = "unused" | ((value: unknown, path: string) => boolean);

/** Reads the keys of sections, and records the keys that nobody reads. */
class Reader {
  readonly unknown: string[] = [];

  read(section: unknown, path: string, takes: { readonly [key: string]: Take }): void {
    for (const [key, value] of Object.entries(isRecord(section) ? section : {})) {
      const at = path === "" ? key : `${path}.${key}`;
      const take = Object.hasOwn(takes, key) ? takes[key] : undefined;
      if (take !== "unused" && !take?.(value, at)) this.unknown.push(at);
    }
  }

  /** Reads a value as a section, whatever it is. */
  section(takes: { readonly [key: string]: Take }): Take {
    return (value, path) => {
      this.read(value, path, takes);
      return true;
    };
  }
}

type Values = { [key: string]: unknown };

/** Accepts any value, which is checked with all settings later. */
const into =
  (values: Values, key: string, parse: (value: unknown) => unknown = (value) => value): Take =>
  (value) =>
    set(values, key, parse(value));

/** `config/plugins`. */
export function pluginSettings(file: unknown): Understood {
  const reader = new Reader();
  const graphql: Values = {};
  const users: Values = {};
  const sessions: Values = {};
  const cookie: Values = {};
  const uploads: Values = {};
  const own: Values = {};
  const plugin = (takes: { readonly [key: string]: Take }): Take =>
    reader.section({ enabled: "unused", resolve: "unused", config: reader.section(takes) });
  const inside =
    (takes: { readonly [key: string]: Take }): Take =>
    (value, path) => {
      reader.read(value, path, takes);
      return isRecord(value);
    };
  const limits: Values = {};
  reader.read(file, "", {
    graphql: plugin({
      endpoint: into(graphql, "endpoint"),
      defaultLimit: into(graphql, "defaultLimit", numberIn),
      maxLimit: (value) => value === -1 || set(graphql, "maxLimit", numberIn(value)),
      amountLimit: into(graphql, "maxLimit", numberIn),
      depthLimit: into(limits, "depth", numberIn),
      landingPage: into(graphql, "page", flagIn),
      playgroundAlways: into(graphql, "page", flagIn),
      v4CompatibilityMode: into(graphql, "v4CompatibilityMode", flagIn),
      shadowCRUD: (value) => value === true,
      apolloServer: inside({ introspection: into(graphql, "introspection", flagIn), tracing: "unused" }),
    }),
    "users-permissions": plugin({
      jwtSecret: (value) => {
        if (typeof value === "string" && value.length >= 16) own.jwtSecret = value;
        return true;
      },
      jwtManagement: (value) => value === "legacy-support" || (value === "refresh" && set(users, "sessions", true)),
      sessions: inside({
        accessTokenLifespan: into(sessions, "accessTokenLifespan", numberIn),
        idleRefreshTokenLifespan: into(sessions, "idleRefreshTokenLifespan", numberIn),
        maxRefreshTokenLifespan: into(sessions, "maxRefreshTokenLifespan", numberIn),
        // For sessions of another kind than users'.
        maxSessionLifespan: "unused",
        idleSessionLifespan: "unused",
        httpOnly: into(sessions, "httpOnly"),
        cookie: inside({
          name: into(cookie, "name"),
          path: into(cookie, "path"),
          domain: into(cookie, "domain"),
          sameSite: into(cookie, "sameSite"),
          secure: into(cookie, "secure"),
          maxAge: into(cookie, "maxAge", wholeSeconds),
        }),
      }),
      jwt: inside({ expiresIn: into(users, "expiresIn", secondsIn) }),
      register: inside({ allowedFields: into(users, "allowedFields") }),
    }),
    upload: plugin({
      sizeLimit: into(uploads, "limit", bytesIn),
      breakpoints: into(uploads, "breakpoints"),
      security: inside({
        allowedTypes: into(uploads, "allowedTypes"),
        deniedTypes: into(uploads, "deniedTypes"),
      }),
      provider: (value) => value === "local",
      providerOptions: inside({ sizeLimit: into(uploads, "limit", bytesIn), localServer: "unused" }),
      actionOptions: "unused",
    }),
    i18n: plugin({}),
    "content-manager": plugin({}),
    "content-type-builder": plugin({}),
  });
  if (Object.keys(cookie).length > 0) sessions.cookie = cookie;
  if (users.sessions === true && Object.keys(sessions).length > 0) users.sessions = sessions;
  if (Object.keys(limits).length > 0) graphql.limits = limits;
  const { graphql: given } = isRecord(file) ? file : {};
  const isOn = isRecord(given) ? given.enabled !== false : given === true;
  const settings = {
    ...(isOn && { graphql: Object.keys(graphql).length > 0 ? graphql : true }),
    ...(Object.keys(users).length > 0 && { users }),
    ...(Object.keys(uploads).length > 0 && { uploads }),
    ...own,
  };
  const inProject = Object.entries(isRecord(file) ? file : {}).filter(
    ([, each]) => isRecord(each) && typeof each.resolve === "string" && each.resolve.startsWith("."),
  );
  return { settings, unknown: reader.unknown, code: inProject.map(([name]) => name) };
}

/** `config/server`. */
export function serverSettings(file: unknown): Understood {
  const reader = new Reader();
  const settings: Values = {};
  reader.read(file, "", {
    // The address to listen on is the choice of whoever starts Galley.
    host: "unused",
    port: "unused",
    app: "unused",
    logger: "unused",
    emitErrors: "unused",
    transfer: "unused",
    // Of the admin panel, and of connections.
    admin: "unused",
    http: "unused",
    // Of webhooks, which a project stores in its database.
    webhooks: "unused",
    // A path is where a proxy puts it: nothing is served there.
    url: (value) =>
      value === "" || (typeof value === "string" && /^https?:/.test(value) && set(settings, "url", value)),
  });
  return { settings, unknown: reader.unknown, code: ["cron"] };
}

const DEFAULT_MIDDLEWARES: ReadonlySet<string> = new Set(
  [
    "logger",
    "errors",
    "security",
    "cors",
    "poweredBy",
    "query",
    "body",
    "session",
    "favicon",
    "public",
    "compression",
  ].map((name) => `strapi::${name}`),
);

/** `config/middlewares`. */
export function middlewareSettings(file: unknown): Understood {
  const reader = new Reader();
  const settings: Values = {};
  for (const each of Array.isArray(file) ? file : []) {
    const { name = each, config, ...others } = isRecord(each) ? each : {};
    const path = String(typeof name === "string" ? name : "a middleware");
    if (!DEFAULT_MIDDLEWARES.has(path)) {
      reader.unknown.push(path);
      continue;
    }
    reader.read({ ...others, ...(isRecord(config) && { config }) }, path, {
      enabled: "unused",
      config: WITHOUT_EFFECT.has(path) ? "unused" : reader.section(takesOf(path, settings, reader)),
    });
  }
  const code = reader.unknown.filter((path) => !path.startsWith("strapi::"));
  return { settings, unknown: reader.unknown, code };
}

/** They concern the pages of the admin panel, and how Strapi's own process works. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(
  ["logger", "security", "poweredBy", "session", "favicon", "public", "compression"].map((name) => `strapi::${name}`),
);

function takesOf(name: string, settings: Values, reader: Reader): { readonly [key: string]: Take } {
  if (name === "strapi::cors") {
    return {
      enabled: (value) => value === true,
      origin: into(settings, "cors", originsIn),
      // Built in here: browsers may send any header, and refusals have the headers of other answers.
      methods: isAny,
      headers: isAny,
      credentials: (value) => value === true,
      keepHeaderOnError: "unused",
    };
  }
  if (name !== "strapi::body") return {};
  return {
    enabled: (value) => value === true,
    jsonLimit: into(settings, "bodyLimit", bytesIn),
    // For the project's own code.
    includeUnparsed: "unused",
    // The same limits apply here to forms without files, and to plain text.
    formLimit: "unused",
    textLimit: "unused",
    formidable: reader.section({
      maxFileSize: (size) => set(settings, "uploads", bytesIn(size) === null ? null : { limit: bytesIn(size) }),
    }),
  };
}

/** `config/api`. */
export function apiSettings(file: unknown): Understood {
  const reader = new Reader();
  const rest: Values = {};
  reader.read(file, "", {
    responses: (_value, path) => {
      // Fields of every entry cannot be private here.
      const kept = (privateAttributesIn(file) ?? []).filter((name) => ENTRY_FIELDS.has(name));
      reader.unknown.push(...kept.map((name) => `${path}.privateAttributes.${name}`));
      return true;
    },
    documents: "unused",
    rest: reader.section({
      defaultLimit: into(rest, "defaultLimit", numberIn),
      maxLimit: (most) => set(rest, "maxLimit", isUnlimited(most) ? Number.MAX_SAFE_INTEGER : numberIn(most)),
      withCount: into(rest, "withCount"),
      prefix: into(rest, "prefix"),
      strictParams: "unused",
    }),
  });
  return { settings: Object.keys(rest).length > 0 ? { rest } : {}, unknown: reader.unknown };
}

/** Names of attributes that `config/api` makes private in every type. */
export function privateAttributesIn(file: unknown): readonly string[] | undefined {
  const { privateAttributes: names } = recordAt(file, "responses");
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : undefined;
}

function set(values: Values, key: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  values[key] = value;
  return true;
}

/** Environment variables are texts. */
function numberIn(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" ? Number(value) : value;
}

/** Strapi's cookies have lifetimes in milliseconds. */
function wholeSeconds(value: unknown): number | null {
  return typeof value === "number" && value >= 1000 ? Math.floor(value / 1000) : null;
}

function flagIn(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Strapi's ways to express that there is no maximum. */
function isUnlimited(value: unknown): boolean {
  return value === null || value === 0 || value === -1;
}

function isAny(value: unknown): boolean {
  return value === "*" || (Array.isArray(value) && value.includes("*"));
}

/** One origin, several in a text or a list, or all. */
function originsIn(value: unknown): "*" | readonly string[] | null {
  const origins = typeof value === "string" ? value.split(",").map((each) => each.trim()) : value;
  if (!Array.isArray(origins) || !origins.every((each): each is string => typeof each === "string" && each !== "")) {
    return null;
  }
  return origins.includes("*") ? "*" : origins;
}

/** The given settings, merged over the project's. */
export function overProject<T extends UnknownRecord>(project: ProjectSettings, given: T): T & ProjectSettings {
  const merged: Values = { ...project };
  for (const [key, value] of Object.entries(given)) if (value !== undefined) merged[key] = over(merged[key], value);
  return merged as T & ProjectSettings;
}

/** Switching a feature on keeps the project's options of it. */
function over(project: unknown, given: unknown): unknown {
  if (given === true && isRecord(project)) return project;
  if (!isRecord(project) || !isRecord(given)) return given;
  return overProject(project, given);
}
