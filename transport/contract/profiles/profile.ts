import { type CheckLimits, CONTRACT_RULES, type Rules, STRAPI_RULES } from "../../../engine/internal.ts";
import type { CorsPolicy } from "../../http/headers/cors.ts";
import { DATA_SECURITY_HEADERS } from "../../http/headers/security-headers.ts";
import type { HeaderList } from "../../http/port.ts";

/** Every choice in which the two profiles differ. Code reads these choices and never asks which profile is on. */
export interface Profile {
  /** Choices inside the engine. */
  readonly rules: Rules;

  // Writes

  /**
   * The key that decides whether a write publishes. `body`: the body's key `status`, then the query parameter; by
   * default a draft. `query`: the parameter alone; by default a published version.
   */
  readonly writeStatus: "body" | "query";
  /** Whether a write that publishes answers with links of the document to itself, or leaves them to the next read. */
  readonly linksToItself: "answered" | "left to reads";
  /** DELETE answers 200 with the deleted entry and 404 if there is none, or 204 without a body in either case. */
  readonly deleteAnswer: "entry" | "nothing";
  /** Whether a deletion is one delivery to a webhook, or one for each version that was deleted. */
  readonly deletedVersions: "each" | "together";
  /** Whether requesting a confirmation for a confirmed, or for a blocked, user is reported as such. */
  readonly tellsAccounts: boolean;
  /** The answer for a missing user of Strapi's plugin: an error, or no body. */
  readonly missingUser: "not found" | "nothing";
  /** DELETE of a draft alone, by the query's `status`: refused, or treated as a plain DELETE. */
  readonly deleteDraft: "refuse" | "delete all";
  /** DELETE has no effect unless the document matches the query's filters. */
  readonly deleteFilters: boolean;
  /** Whether an upload that links its files to an entry needs the right to update that entry. */
  readonly uploadLinks: "need update" | "need create of files";
  /** Keys of a body that are special in JavaScript, unless configured. */
  readonly reservedKeys: "refuse" | "keep";

  // Queries

  /** Parameters beyond a limit, or with names that are special in JavaScript: an error, or ignored. */
  readonly unreadableParameters: "refuse" | "ignore";
  /** Sort keys of a query, and conditions and values in one list of it, unless configured. */
  readonly queryLists: Pick<CheckLimits, "sortKeys" | "branches" | "listValues">;

  /** An unknown locale: an error, or one without entries. */
  readonly unknownLocales: "refuse" | "nothing";
  /** Who may list the locales: callers that may find localized entries, or full access only. */
  readonly localesList: "readers" | "full access";

  // Callers

  /** Status for a caller without credentials that lacks a right. */
  readonly missingCredentials: "unauthorized" | "unauthorized when nothing is public, else forbidden";
  /**
   * Who may sign in, sign up and use what belongs to being signed in: whoever the stored role allows it, or everyone, and
   * every signed-in user.
   */
  readonly pluginRights: "by role" | "open";
  /** An `Authorization` header other than `Bearer` and one word: refused, or treated as absent. */
  readonly malformedCredentials: "refuse" | "ignore";

  // Own code

  /** The total of a list that a hook has narrowed: of the narrowed list, or of what the caller asked for. */
  readonly hookedTotal: "narrowed" | "asked";
  /** Whether the text and details with which own code says 401 or 403 reach the caller. */
  readonly ownRefusals: "told" | "hidden";

  // Answers

  /** Whether the request header `Strapi-Response-Format: v4` is obeyed. */
  readonly responseFormatHeader: boolean;
  /** Whether generic errors have empty `details` rather than none. */
  readonly alwaysDetails: boolean;
  /** Whether the 404 of a path with a json-server id names the documentId to use in its `details`. */
  readonly numericIdHint: boolean;
  /** 405 and 501 as error bodies, or as plain text. */
  readonly methodErrors: "json" | "text";
  /** `Allow` of paths that no route has, whose other methods get 405; null: they get 404. */
  readonly unknownPathAllow: string | null;
  /** A method that no path has counts as one that this path does not have, or as not implemented. */
  readonly unknownMethods: "wrong method" | "unknown method";
  /** GET of a path with invalid percent-encoding, or with NUL. */
  readonly undecodablePath: "not found" | "bad request";

  // GraphQL

  /** Default and maximum number of entries of a list; null is no limit. */
  readonly graphqlPages: { readonly defaultLimit: number; readonly maxLimit: number | null };

  // Headers

  /** Whether reads have an `ETag` and obey `If-None-Match`, unless configured. */
  readonly entityTags: boolean;
  /** CORS headers, unless configured. */
  readonly cors: CorsPolicy;
  /** Headers of every answer. */
  readonly securityHeaders: HeaderList;
}

/** The profile of the seed contract. */
export const CONTRACT: Profile = {
  rules: CONTRACT_RULES,
  writeStatus: "body",
  linksToItself: "answered",
  deleteAnswer: "entry",
  deletedVersions: "together",
  tellsAccounts: false,
  missingUser: "not found",
  deleteDraft: "delete all",
  deleteFilters: false,
  uploadLinks: "need update",
  reservedKeys: "refuse",
  unreadableParameters: "refuse",
  unknownLocales: "refuse",
  localesList: "readers",
  queryLists: { sortKeys: 10, branches: 50, listValues: 100 },
  missingCredentials: "unauthorized",
  pluginRights: "open",
  malformedCredentials: "refuse",
  hookedTotal: "narrowed",
  ownRefusals: "told",
  responseFormatHeader: false,
  alwaysDetails: true,
  numericIdHint: true,
  methodErrors: "json",
  unknownPathAllow: null,
  unknownMethods: "wrong method",
  undecodablePath: "not found",
  entityTags: true,
  graphqlPages: { defaultLimit: 25, maxLimit: 100 },
  cors: {
    origins: "*",
    credentials: false,
    emptyWithoutOrigin: false,
    methods: "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS",
    headers: "Content-Type,Authorization,Origin,Accept",
    maxAge: 86_400,
  },
  securityHeaders: DATA_SECURITY_HEADERS,
};

/** The profile of Strapi 5.54 with its default middlewares. */
export const STRAPI: Profile = {
  rules: STRAPI_RULES,
  writeStatus: "query",
  linksToItself: "left to reads",
  deleteAnswer: "nothing",
  deletedVersions: "each",
  tellsAccounts: true,
  missingUser: "nothing",
  deleteDraft: "refuse",
  deleteFilters: true,
  uploadLinks: "need create of files",
  reservedKeys: "keep",
  unreadableParameters: "ignore",
  queryLists: {
    sortKeys: Number.POSITIVE_INFINITY,
    branches: Number.POSITIVE_INFINITY,
    listValues: Number.POSITIVE_INFINITY,
  },
  unknownLocales: "nothing",
  localesList: "full access",
  missingCredentials: "unauthorized when nothing is public, else forbidden",
  pluginRights: "by role",
  malformedCredentials: "ignore",
  hookedTotal: "asked",
  ownRefusals: "hidden",
  responseFormatHeader: true,
  alwaysDetails: false,
  numericIdHint: false,
  methodErrors: "text",
  unknownPathAllow: "HEAD, GET",
  unknownMethods: "unknown method",
  undecodablePath: "bad request",
  entityTags: false,
  graphqlPages: { defaultLimit: 10, maxLimit: null },
  cors: {
    origins: "reflected",
    credentials: true,
    emptyWithoutOrigin: true,
    methods: "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS",
    headers: "Content-Type,Authorization,Origin,Accept",
    maxAge: 31_536_000,
  },
  securityHeaders: [
    [
      "content-security-policy",
      "connect-src 'self' https:;img-src 'self' data: blob: https://market-assets.strapi.io;" +
        "media-src 'self' data: blob:;default-src 'self';base-uri 'self';font-src 'self' https: data:;" +
        "form-action 'self';frame-ancestors 'self';object-src 'none';script-src 'self';script-src-attr 'none';" +
        "style-src 'self' https: 'unsafe-inline'",
    ],
    ["referrer-policy", "no-referrer"],
    ["strict-transport-security", "max-age=31536000; includeSubDomains"],
    ["x-content-type-options", "nosniff"],
    ["x-dns-prefetch-control", "off"],
    ["x-download-options", "noopen"],
    ["x-frame-options", "SAMEORIGIN"],
    ["x-permitted-cross-domain-policies", "none"],
  ],
};
