import { setTimeout } from "node:timers/promises";
import type { SchemaDefinition } from "../../engine/index.ts";
import type { GalleyConfig, RestConfig } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import type { Roles } from "../content/roles.ts";
import { newToken, type TokenConfig } from "../content/tokens.ts";
import { createGalley, type Galley } from "../galley.ts";
import { createLog, type Log } from "../log.ts";
import { loadProject } from "../project/load-project.ts";
import { describeFault } from "../project/project-error.ts";
import type { Seed } from "../seed/seed.ts";
import { banner } from "./banner.ts";
import { DEMO_SCHEMA } from "./demo/schema.ts";
import { DEMO_SEED } from "./demo/seed.ts";
import { type LoadedConfig, loadConfig } from "./load-config.ts";
import { openFileStore, openStorage } from "./open-storage.ts";
import type { Environment } from "./run.ts";
import { resolveSettings, type Settings } from "./settings.ts";
import { untilSignal } from "./signals.ts";
import type { Arguments } from "./usage.ts";

/** `galley [serve] [PATH]`: serves until a signal comes. */
export async function serve(args: Arguments, environment: Environment): Promise<number> {
  const stopped = untilSignal();
  const loaded = await loadConfig(process.cwd(), args.text("config"));
  const settings = resolveSettings(args, environment, loaded);
  const log = await createLog(settings.logLevel);
  const content = await findContent(args.operands[0], settings, log);
  const galley = await open(settings, content, loaded, log);
  try {
    const listening = await galley.listen({ port: settings.port, host: settings.host, listener: settings.listener });
    if (settings.banner) process.stdout.write(banner(galley, listening, settings, content));
    const code = await stopped;
    galley.drain();
    await setTimeout(settings.config.drainDelay ?? 0);
    return code;
  } finally {
    await galley.close();
  }
}

/** What is to be served. */
export interface Content {
  readonly isDemo: boolean;
  readonly schema: SchemaDefinition;
  /** What an empty content base begins with. */
  readonly seed: Seed<SchemaDefinition> | undefined;
  readonly rest: RestConfig;
  readonly roles: Roles;
  readonly tokens: readonly TokenConfig[];
  /** A token for everything that was made for this run. */
  readonly freshToken: string | null;
}

async function findContent(path: string | undefined, { config, token, seed }: Settings, log: Log): Promise<Content> {
  const { roles = {}, rest = {} } = config;
  const given: TokenConfig[] = [...(config.tokens ?? [])];
  if (token !== undefined) given.push({ name: "GALLEY_TOKEN", token, access: "full-access" });
  if (path !== undefined) {
    const project = await loadProject(path);
    for (const warning of project.warnings) log.warn({ file: warning.file }, describeFault(warning));
    return {
      isDemo: false,
      schema: project.definition,
      seed: seed ?? project.seed,
      rest: { ...project.rest, ...rest },
      roles,
      tokens: given,
      freshToken: null,
    };
  }
  const freshToken = token === undefined ? newToken() : null;
  if (freshToken !== null) given.push({ name: "demo", token: freshToken, access: "full-access" });
  return {
    isDemo: true,
    schema: DEMO_SCHEMA,
    seed: seed ?? DEMO_SEED,
    rest,
    roles: { public: { "*": ["find", "findOne"] }, ...roles },
    tokens: given,
    freshToken,
  };
}

async function open(settings: Settings, content: Content, loaded: LoadedConfig, logger: Log): Promise<Galley> {
  try {
    return await createGalley({
      schema: content.schema,
      ...(content.seed !== undefined && { seed: content.seed }),
      storage: openStorage(settings.storage, logger),
      files: openFileStore(settings.storage),
      profile: settings.profile,
      rest: content.rest,
      roles: content.roles,
      tokens: content.tokens,
      logger,
      keepRequests: 0,
      maxEventLoopDelay: MAX_EVENT_LOOP_DELAY,
      ...passedOn(settings.config),
    });
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(loaded.source, error.issues) : error;
  }
}

/** Milliseconds. A server that comes this late to a request has mostly lost its client. */
const MAX_EVENT_LOOP_DELAY = 1000;

/** Keys of the configuration that are options of the library, word for word. */
const PASSED_ON = [
  "bodyLimit",
  "queryLimits",
  "jsonLimits",
  "cors",
  "etag",
  "explain",
  "todo",
  "rateLimit",
  "maxEventLoopDelay",
  "metrics",
] as const;

type PassedOn = Pick<GalleyConfig, (typeof PASSED_ON)[number]>;

function passedOn(config: GalleyConfig): PassedOn {
  const given = PASSED_ON.filter((key) => config[key] !== undefined);
  // Each key keeps its own value; the type system cannot follow that through a list of pairs.
  return Object.fromEntries(given.map((key) => [key, config[key]])) as PassedOn;
}
