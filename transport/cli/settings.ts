import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { reasonOf } from "../../storage/core.ts";
import { textFault } from "../access/tokens.ts";
import { LISTENERS } from "../adapters/listener-name.ts";
import { CHECKS } from "../config/checks.ts";
import type { GalleyConfig } from "../config/config.ts";
import { switched } from "../config/setting-flags.ts";
import { PROFILES } from "../contract/profiles/profile-name.ts";
import { SLOWNESS, SLOWNESS_FAULTS } from "../parts/control/faults/slowness-config.ts";
import { ROUTES_NAMES } from "../parts/json-routes/routes-name.ts";
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from "../parts/operations/log-format.ts";
import type { Rewrites } from "../parts/routes/rewrites.ts";
import { defaultProfile } from "../strapi/project/is-strapi-project.ts";
import type { Environment } from "./command.ts";
import { defaultPlace } from "./content/default-place.ts";
import { placeFault } from "./content/open-storage.ts";
import { isSharedPlace } from "./content/shared-place.ts";
import type { LoadedConfig } from "./load-config.ts";
import { type Arguments, UsageError } from "./usage/usage.ts";

/** All settings of `serve`, from flags, environment and file. */
export type Settings = Readonly<ReturnType<typeof resolveSettings>>;

/**
 * Flags take precedence over environment variables, these over the configuration file, and that over the defaults.
 *
 * @throws UsageError for an invalid flag or variable.
 */
export function resolveSettings(args: Arguments, environment: Environment, loaded: LoadedConfig) {
  const { folder } = loaded;
  // cmd.exe keeps the blank before && in a value.
  const given = (name: string) => environment[name]?.trim() || undefined;
  const slowed = slownessOf(args, environment, loaded);
  const routed = { ...routesOf(args.text("routes")), ...jsonServerOf(args, loaded) };
  const switches = switched({ ...loaded.config }, (flag) => args.isOn(flag));
  const config: GalleyConfig = { ...loaded.config, ...switches, ...slowed, ...routed };
  const quiet = args.isOn("quiet");
  const [source] = args.operands;
  const profile = choice(PROFILES, args.text("profile")) ?? config.profile;
  const named =
    placeOf("--data", ".", args.text("data")) ??
    placeOf(fromEnvironment("GALLEY_DATA"), ".", given("GALLEY_DATA")) ??
    placeOf("storage", folder, config.storage);
  const storage = named ?? defaultPlace(source);
  const logLevel = choice(LOG_LEVELS, args.text("log-level")) ?? (quiet ? undefined : (config.logLevel ?? "info"));
  return {
    port: portOf("--port", args.text("port")) ?? portOf(fromEnvironment("PORT"), given("PORT")) ?? config.port ?? 1337,
    ...hostOf(args.text("host"), given("HOST"), loaded),
    listener: choice(LISTENERS, args.text("listener")) ?? config.listener ?? "auto",
    profile: profile ?? defaultProfile(source),
    /** It follows from the source of the content types. */
    isDefaultProfile: profile === undefined,
    logLevel: logLevel ?? ("error" as LogLevel),
    /** Log level of warnings that must not be missed. */
    alertLevel: logLevel ?? ("warn" as LogLevel),
    logFormat: choice(LOG_FORMATS, args.text("log-format")) ?? config.logFormat ?? defaultLogFormat(),
    banner: !quiet,
    /** `memory`, an address of PostgreSQL or JetStream, or an absolute path. */
    storage,
    /** It follows from the source of the content types. */
    isDefaultPlace: named === undefined,
    /** Reload edits of the project, of the configuration, and of the storage if that is a `.json` file. */
    watch: watching(args, environment, config),
    /** Number of processes that answer requests. */
    workers:
      workersOf("--workers", args.text("workers")) ?? workersOf(`workers in ${loaded.source}`, config.workers) ?? 1,
    /** Absolute path of the seed for an empty store. */
    seed: pathOf(".", args.text("seed")) ?? pathOf(folder, config.seed),
    /** Number of generated entries of each type in an empty store. */
    fake: countOf("--fake", args.text("fake")),
    /** File with values of generated entries. */
    fakeWith: args.text("fake-with"),
    /** Run the modules of the project; otherwise only literals in them are read. */
    runCode: true as boolean,
    /** Visitors of json-server's routes may not write. */
    readOnly: args.isOn("read-only"),
    /** Refuse a project with faults. */
    strict: args.isOn("strict"),
    /** Run the project's own code, or only for its `populate`. */
    runProject: choice(["populate"] as const, args.text("run-project")) ?? config.runProject ?? false,
    /** Refuse a project with code that cannot be run. */
    strictCode: args.isOn("strict-code"),
    /** Key of an encrypted archive. */
    key: args.text("key") ?? (environment.GALLEY_KEY || undefined) ?? config.seedKey,
    /** A full-access token given from outside. */
    token: sound(environment, "GALLEY_TOKEN", textFault),
    /** Signs the tokens of users. */
    jwtSecret: sound(environment, "GALLEY_JWT_SECRET", secretFault) ?? config.jwtSecret,
    /** The rest of the configuration, unchanged. */
    config,
  };
}

/**
 * Slowness on purpose. In production only flags can ask for it: a configuration for development may have got there.
 *
 * @throws UsageError
 */
function slownessOf(args: Arguments, { NODE_ENV }: Environment, { config, source }: LoadedConfig) {
  const given: { [name: string]: string } = {};
  for (const name of SLOWNESS) {
    const text = args.text(name);
    const [fault] = text === undefined ? [] : SLOWNESS_FAULTS[name](text);
    if (fault !== undefined) throw new UsageError(`--${name} ${fault.message}`);
    if (text !== undefined) given[name] = text;
    else if (NODE_ENV === "production" && config[name] !== undefined) {
      throw new UsageError(
        `${name} in ${source} spoils answers on purpose: where NODE_ENV is production, only the flag --${name} may`,
      );
    }
  }
  return given;
}

/** Reads the variable of chokidar, which projects with a development container often have. */
function watching(args: Arguments, { CHOKIDAR_USEPOLLING: polling }: Environment, { watch = false }: GalleyConfig) {
  if (watch === true && (args.text("watch") === "poll" || /^(1|true)$/i.test(polling ?? ""))) return "poll" as const;
  return watch;
}

/** The value of a variable, which is not quoted in messages: it is a secret. */
function sound(environment: Environment, name: string, faultOf: (text: string) => string | null): string | undefined {
  const text = environment[name] || undefined;
  const fault = text === undefined ? null : faultOf(text);
  if (fault !== null) throw new UsageError(`${name} in the environment ${fault}`);
  return text;
}

function secretFault(text: string): string | null {
  return CHECKS.secret.safeParse(text).error?.issues[0]?.message ?? null;
}

function fromEnvironment(name: string): string {
  return `${name} (from the environment)`;
}

/** The host, and where it was given, for messages. */
function hostOf(flag: string | undefined, variable: string | undefined, { config, source }: LoadedConfig) {
  if (flag !== undefined) return { host: flag, hostFrom: "--host" };
  if (variable !== undefined) return { host: variable, hostFrom: fromEnvironment("HOST") };
  return { host: config.host ?? "127.0.0.1", hostFrom: `host in ${source}` };
}

function workersOf(source: string, given: string | number | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (given === "auto") return availableParallelism();
  const count = Number(given);
  if (/^\d{1,3}$/.test(String(given)) && count >= 1 && count <= 256) return count;
  throw new UsageError(`${source} must be auto or a number from 1 to 256, not ${given}`);
}

function countOf(source: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`${source} must be a number from 1 to 999999, not ${text}`);
}

/** Lines for people on a terminal, JSON for programs. */
function defaultLogFormat(): LogFormat {
  return process.stdout.isTTY ? "lines" : "json";
}

function portOf(source: string, text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`${source} must be a number from 0 to 65535, not ${text}`);
}

/** The routes of another server, by its name; or json-server's with the rules of its file. @throws UsageError */
function routesOf(text: string | undefined): Pick<GalleyConfig, "routes" | "rewrites"> {
  if (text === undefined) return {};
  const routes = choice(ROUTES_NAMES, text);
  if (routes !== undefined) return { routes };
  try {
    const rewrites: unknown = JSON.parse(readFileSync(text, "utf8"));
    if (CHECKS.textsByName.safeParse(rewrites).success)
      return { routes: "json-server", rewrites: rewrites as Rewrites };
  } catch (error) {
    throw new UsageError(`--routes must be ${ROUTES_NAMES.join(", ")} or a file of json-server: ${reasonOf(error)}`);
  }
  throw new UsageError(`--routes: ${text} must have an object of paths by paths`);
}

/** Folders of files are relative to where they are named. Without any, `public` of the current folder, as json-server has it. */
function jsonServerOf(args: Arguments, { config, folder }: LoadedConfig): Pick<GalleyConfig, "jsonServer"> {
  const { static: configured = [], ...keys } = config.jsonServer ?? {};
  const [id, foreignKeySuffix] = [args.text("id"), args.text("foreignKeySuffix")];
  const folders = args.text("static")?.split(",") ?? [configured].flat().map((each) => resolve(folder, each));
  const missing = folders.find((each) => !existsSync(each));
  if (missing !== undefined) throw new UsageError(`--static: there is no folder ${missing}`);
  const served = folders.length === 0 && existsSync("public") ? ["public"] : folders;
  return {
    jsonServer: {
      ...keys,
      ...(id !== undefined && { id }),
      ...(foreignKeySuffix !== undefined && { foreignKeySuffix }),
      static: served.map((each) => resolve(each)),
    },
  };
}

/** The parser has checked the choices of the flag. */
function choice<T extends string>(choices: readonly T[], text: string | undefined): T | undefined {
  return choices.find((name) => name === text);
}

function pathOf(folder: string, file: string | undefined): string | undefined {
  return file === undefined ? undefined : resolve(folder, file);
}

function placeOf(source: string, folder: string, storage: string | undefined): string | undefined {
  if (storage === undefined) return undefined;
  const fault = placeFault(storage);
  if (fault !== null) throw new UsageError(`${source} ${fault}`);
  return storage === "memory" || isSharedPlace(storage) ? storage : resolve(folder, storage);
}
