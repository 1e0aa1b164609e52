import { type CheckLimits, CONTRACT_RULES, type Rules, STRAPI_RULES } from "../../engine/internal.ts";
import type { CorsPolicy } from "../http/headers/cors.ts";
import { DATA_SECURITY_HEADERS } from "../http/headers/security-headers.ts";
import type { HeaderList } from "../http/port.ts";

/** Every choice in which the two profiles differ. The edge reads it; nothing asks which profile is on. */
export interface Profile {
  /** The choices inside the engine. */
  readonly rules: Rules;

  // Writes

  /**
   * What decides whether a write publishes. `body`: the word `status` in it, then the query parameter, and a draft
   * without either. `query`: the parameter alone, and a published version without it.
   */
  readonly writeStatus: "body" | "query";
  /** A write that publishes answers links of the document to itself, or leaves them to the next read. */
  readonly linksToItself: "answered" | "left to reads";
  /** DELETE answers 200 with the entry as it was and 404 where there is none, or 204 without a body in either case. */
  readonly deleteAnswer: "entry" | "nothing";
  /** Whether a request for a code to confirm an address is answered that it is confirmed already, or blocked. */
  readonly tellsAccounts: boolean;
  /** A user of Strapi's plugin that is not there: an error, or an answer without a body. */
  readonly missingUser: "not found" | "nothing";
  /** DELETE of a draft alone, by the query's `status`: refused, or as if it had not been asked for. */
  readonly deleteDraft: "refuse" | "delete all";
  /** DELETE removes nothing unless the document fulfils the query's filters. */
  readonly deleteFilters: boolean;
  /** Members of a body named like something of every JavaScript object, unless the configuration says. */
  readonly reservedKeys: "refuse" | "keep";

  // Queries

  /** Parameters beyond a limit, or named like a member of every object: an error, or as if they had not been sent. */
  readonly unreadableParameters: "refuse" | "ignore";
  /** Sort keys of a query, and conditions and values in one list of it, unless the configuration says. */
  readonly queryLists: Pick<CheckLimits, "sortKeys" | "branches" | "listValues">;

  /** A locale that is not there: an error, or one without entries. */
  readonly unknownLocales: "refuse" | "nothing";
  /** Who may list the locales: callers that may find localized entries, or full access alone. */
  readonly localesList: "readers" | "full access";

  // Callers

  /** What a caller without credentials gets who may not do what it asks for. */
  readonly missingCredentials: "unauthorized" | "unauthorized when nothing is public, else forbidden";
  /** What an `Authorization` header means that is not `Bearer` and one word: no entry, or no credentials at all. */
  readonly malformedCredentials: "refuse" | "ignore";

  // Answers

  /** The request header `Strapi-Response-Format: v4` is obeyed. */
  readonly responseFormatHeader: boolean;
  /** Errors that are no one's fault in particular, or not understood at all, have empty `details` instead of none. */
  readonly alwaysDetails: boolean;
  /** The 404 of a path with the id that an entry of json-server had has the documentId to use in its `details`. */
  readonly numericIdHint: boolean;
  /** 405 and 501 as error bodies, or as plain text. */
  readonly methodErrors: "json" | "text";
  /** `Allow` of paths that are no route's, to whose other methods the answer is 405; null answers 404 to all. */
  readonly unknownPathAllow: string | null;
  /** A method that no path has is one that this path does not have, or not implemented. */
  readonly unknownMethods: "wrong method" | "unknown method";
  /** GET of a path that is not valid percent-encoding. */
  readonly undecodablePath: "not found" | "bad request";

  // GraphQL

  /** Entries of a list when the query does not say, and at most; null is no limit. */
  readonly graphqlPages: { readonly defaultLimit: number; readonly maxLimit: number | null };

  // Headers

  /** Reads have an `ETag` and obey `If-None-Match`, unless the configuration says. */
  readonly entityTags: boolean;
  /** What an answer says to browsers of other origins, unless the configuration says. */
  readonly cors: CorsPolicy;
  /** On every answer. */
  readonly securityHeaders: HeaderList;
}

/** The seed contract. */
export const CONTRACT: Profile = {
  rules: CONTRACT_RULES,
  writeStatus: "body",
  linksToItself: "answered",
  deleteAnswer: "entry",
  tellsAccounts: false,
  missingUser: "not found",
  deleteDraft: "delete all",
  deleteFilters: false,
  reservedKeys: "refuse",
  unreadableParameters: "refuse",
  unknownLocales: "refuse",
  localesList: "readers",
  queryLists: { sortKeys: 10, branches: 50, listValues: 100 },
  missingCredentials: "unauthorized",
  malformedCredentials: "refuse",
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

/** Strapi 5.54 with its default middlewares. */
export const STRAPI: Profile = {
  rules: STRAPI_RULES,
  writeStatus: "query",
  linksToItself: "left to reads",
  deleteAnswer: "nothing",
  tellsAccounts: true,
  missingUser: "nothing",
  deleteDraft: "refuse",
  deleteFilters: true,
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
  malformedCredentials: "ignore",
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
