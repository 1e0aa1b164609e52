import { pino } from "pino";
import type { SchemaDefinition } from "../../engine/index.ts";
import { ConfigError } from "../config-error.ts";
import type { Roles } from "../content/roles.ts";
import type { TokenConfig } from "../content/tokens.ts";
import { newToken } from "../content/tokens.ts";
import { createGalley, type Galley, type GalleyOptions } from "../galley.ts";
import { readProject } from "../project/read-project.ts";
import { banner } from "./banner.ts";
import { DEMO_SCHEMA } from "./demo/schema.ts";
import { seedDemo } from "./demo/seed.ts";
import { type LoadedConfig, loadConfig } from "./load-config.ts";
import { openStorage } from "./open-storage.ts";
import type { Command, Environment } from "./run.ts";
import { SERVE_USAGE } from "./serve-usage.ts";
import { resolveSettings, type Settings } from "./settings.ts";
import { untilSignal } from "./signals.ts";
import type { Arguments } from "./usage.ts";

/** `galley [serve] [PATH]`: serves until a signal comes. */
export const serveCommand: Command = { usage: SERVE_USAGE, run: serve };

async function serve(args: Arguments, environment: Environment): Promise<number> {
  const stopped = untilSignal();
  const loaded = await loadConfig(process.cwd(), args.text("config"));
  const settings = resolveSettings(args, environment, loaded);
  const content = await findContent(args.operands[0], settings);
  const log = pino.destination({ dest: process.stderr.fd, sync: false });
  const galley = await open(settings, content, loaded, pino({ level: settings.logLevel }, log));
  try {
    if (content.isDemo && isEmpty(galley)) await seedDemo(galley);
    const listening = await galley.listen({ port: settings.port, host: settings.host, listener: settings.listener });
    if (settings.banner) process.stdout.write(banner(galley, listening, settings, content));
    const code = await stopped;
    await listening.close();
    return code;
  } finally {
    await galley.close();
    log.flushSync();
  }
}

/** What is to be served. */
export interface Content {
  readonly isDemo: boolean;
  readonly schema: SchemaDefinition;
  readonly roles: Roles;
  readonly tokens: readonly TokenConfig[];
  /** A token for everything that was made for this run. */
  readonly freshToken: string | null;
}

async function findContent(path: string | undefined, { config, token }: Settings): Promise<Content> {
  const roles = config.roles ?? {};
  const given: TokenConfig[] = [...(config.tokens ?? [])];
  if (token !== undefined) given.push({ name: "GALLEY_TOKEN", token, access: "full-access" });
  if (path !== undefined) {
    return { isDemo: false, schema: await readProject(path), roles, tokens: given, freshToken: null };
  }
  const freshToken = token === undefined ? newToken() : null;
  if (freshToken !== null) given.push({ name: "demo", token: freshToken, access: "full-access" });
  return {
    isDemo: true,
    schema: DEMO_SCHEMA,
    roles: { public: { "*": ["find", "findOne"] }, ...roles },
    tokens: given,
    freshToken,
  };
}

async function open(
  settings: Settings,
  content: Content,
  loaded: LoadedConfig,
  logger: NonNullable<GalleyOptions["logger"]>,
): Promise<Galley> {
  const { rest, bodyLimit, queryLimits, cors, todo } = settings.config;
  try {
    return await createGalley({
      schema: content.schema,
      storage: openStorage(settings.storage),
      profile: settings.profile,
      roles: content.roles,
      tokens: content.tokens,
      logger,
      ...(rest && { rest }),
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(queryLimits && { queryLimits }),
      ...(cors && { cors }),
      ...(todo !== undefined && { todo }),
    });
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(loaded.source, error.issues) : error;
  }
}

function isEmpty({ engine }: Galley): boolean {
  return engine.number === 0;
}
