import type { QueryLimits } from "./content/query-string.ts";
import type { Roles } from "./content/roles.ts";
import type { TokenConfig } from "./content/tokens.ts";

/** Options of the generated REST API. */
export interface RestConfig {
  /** Page size when none is asked for: 25. */
  readonly defaultLimit?: number;
  /** Largest page size: 100. */
  readonly maxLimit?: number;
  /** Count all matches for `total` and `pageCount` unless the request says otherwise: true. */
  readonly withCount?: boolean;
  /** Routes `/actions/publish`, `/actions/unpublish` and `/actions/discard-draft` beside each document: false. */
  readonly actions?: boolean;
  /** First part of every content path: `/api`. */
  readonly prefix?: string;
}

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const PROFILES = ["contract", "strapi"] as const;

export type ProfileName = (typeof PROFILES)[number];

export const LISTENERS = ["auto", "uws", "node"] as const;

export type ListenerName = (typeof LISTENERS)[number];

/** What a configuration file holds. Flags and environment variables win over it. */
export interface GalleyConfig {
  /** `contract` when absent. */
  readonly profile?: ProfileName;
  /** 1337 when absent; 0 takes a free port. */
  readonly port?: number;
  /** Address to listen on: 127.0.0.1 when absent. */
  readonly host?: string;
  /** `auto` when absent: uWebSockets.js where it loads, else node:http. */
  readonly listener?: ListenerName;
  /** Where the content is kept: `memory`, a folder, or a `.json` file, relative to the configuration file. */
  readonly storage?: string;
  /** `info` when absent. */
  readonly logLevel?: LogLevel;
  readonly rest?: RestConfig;
  readonly roles?: Roles;
  readonly tokens?: readonly TokenConfig[];
  /** Largest request body in bytes. */
  readonly bodyLimit?: number;
  readonly queryLimits?: Partial<QueryLimits>;
  /** Origins that may call from a browser: any one without credentials, or those listed, with credentials. */
  readonly cors?: "*" | readonly string[];
  /** Serves the todo routes: true when absent. */
  readonly todo?: boolean;
}

/** Gives back its argument: lets an editor check and complete a configuration file. */
export function defineConfig(config: GalleyConfig): GalleyConfig {
  return config;
}
