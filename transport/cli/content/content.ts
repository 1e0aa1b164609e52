import type { SchemaDefinition } from "../../../engine/internal.ts";
import type { FileStore, Storage } from "../../../storage/internal.ts";
import type { Roles } from "../../access/roles.ts";
import { hashToken, newToken, type TokenConfig } from "../../access/tokens.ts";
import { isLoopback } from "../../adapters/is-loopback.ts";
import { type Among, createOneOfMany } from "../../compose/create-galley.ts";
import type { GalleyConfig, Settings as SharedSettings } from "../../config/config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { isOption } from "../../config/settings.ts";
import type { AccessConfig } from "../../galley.ts";
import type { Galley } from "../../library/galley.ts";
import type { Seed } from "../../library/seed/seed.ts";
import { EVERYONE, isRoutesName, rowReadingFor } from "../../parts/json-routes/routes-name.ts";
import { type Log, reportTo } from "../../runtime/log.ts";
import { isArchive } from "../../strapi/archive/is-archive.ts";
import { overProject } from "../../strapi/project/config/project-settings.ts";
import { isStrapiProject } from "../../strapi/project/is-strapi-project.ts";
import { isOpen, loadContent, type ProjectContent } from "../../strapi/project/project-content.ts";
import { DEMO_SCHEMA } from "../demo/schema.ts";
import { DEMO_SEED } from "../demo/seed.ts";
import { withLeanHeap } from "../lean-heap.ts";
import type { LoadedConfig } from "../load-config.ts";
import { withProgress } from "../output/progress-line.ts";
import { withReadProgress } from "../output/read-progress.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage/usage.ts";
import { choosePlace } from "./choose-place.ts";
import { ignoredByGit } from "./ignored-by-git.ts";
import { openFileStore, openStorage } from "./open-storage.ts";

/** The content that a command works on. */
export interface Content {
  /** PATH as given; null for the demo. */
  readonly path: string | null;
  /** Where its content is kept. */
  readonly place: string;
  readonly schema: SchemaDefinition;
  /** The seed of an empty store. */
  readonly seed: Seed<SchemaDefinition> | undefined;
  /** The seed comes from a json-server file, which is read again at each start. */
  readonly isDatabase: boolean;
  /** Settings of the project and of the configuration; the latter take precedence. */
  readonly config: GalleyConfig;
  readonly roles: Roles;
  readonly tokens: readonly TokenConfig[];
  /** Everyone may read everything. */
  readonly open: boolean;
  /** Everyone may read everything unless the configuration defines the role `public`. */
  readonly isReadable: boolean;
  /** A full-access token generated for this run. */
  readonly freshToken: string | null;
  /** Faults of the project; null for the demo. */
  readonly findings: ProjectContent["findings"] | null;
  /** Files of the project that were not read, as they need to be run. */
  readonly unread: ProjectContent["unread"];
}

/**
 * The content that PATH names, or the demo. As a replacement of `before` it keeps the token of this run, logs only new
 * warnings, and is refused only for new faults.
 *
 * @throws ProjectError
 */
export async function findContent(
  path: string | undefined,
  settings: Settings,
  log: Log,
  before?: Content,
): Promise<Content> {
  const { seed, key, strict, runCode, runProject } = settings;
  const { tokens = [] } = settings.config;
  const isTokenless = settings.token === undefined && tokens.length === 0;
  const freshToken = before !== undefined ? before.freshToken : isTokenless ? newToken() : null;
  if (path !== undefined) {
    const options = { key, strict, runCode, runsProject: runProject, rowReading: rowReadingFor(settings.config) };
    const project = await loadContent(path, options, log, before?.findings);
    return {
      path,
      place: choosePlace(settings, project.definition),
      schema: project.schema,
      seed: seed ?? project.seed,
      isDatabase: seed === undefined && project.isReadable,
      config: overProject(project.settings, { ...settings.config }),
      ...accessOf(settings, { isReadable: project.isReadable, freshToken }),
      isReadable: project.isReadable,
      freshToken,
      findings: project.findings,
      unread: project.unread,
    };
  }
  return {
    path: null,
    place: choosePlace(settings, DEMO_SCHEMA),
    schema: DEMO_SCHEMA,
    seed: seed ?? DEMO_SEED,
    isDatabase: false,
    // All that Studio has a button for.
    config: { ...settings.config, rest: { actions: true, ...settings.config.rest } },
    ...accessOf(settings, { isReadable: true, freshToken }),
    isReadable: true,
    freshToken,
    findings: null,
    unread: [],
  };
}

/** Access as configured, from the environment, and generated for this run. Everyone may read the demo and json-server data. */
export function accessOf(
  { config, token, host, readOnly }: Settings,
  { isReadable, freshToken }: Pick<Content, "isReadable" | "freshToken">,
): Required<AccessConfig> {
  const given: TokenConfig[] = [...(config.tokens ?? [])];
  if (token !== undefined && !listsFully(given, token)) {
    given.push({ name: "GALLEY_TOKEN", token, access: "full-access" });
  }
  if (freshToken !== null) given.push({ name: "this run", token: freshToken, access: "full-access" });
  // json-server asks nobody who he is; beyond this machine that would be a mistake.
  const visitors = isRoutesName(config.routes) && isLoopback(host) && !readOnly ? EVERYONE : NOBODY;
  return { roles: config.roles ?? visitors, tokens: given, open: isOpen(isReadable || readOnly, config) };
}

const NOBODY: Roles = {};

/**
 * Whether a token is configured already, as where the file reads it from the environment.
 *
 * @throws UsageError if it is configured with less access.
 */
function listsFully(tokens: readonly TokenConfig[], token: string): boolean {
  const hash = hashToken(token);
  const same = tokens.find((each) => ("token" in each ? each.token === token : each.hash.toLowerCase() === hash));
  if (same === undefined) return false;
  if ("access" in same && same.access === "full-access") return true;
  throw new UsageError(`GALLEY_TOKEN in the environment has full access: the configuration gives ${same.name} less`);
}

/** Where to open the content, if not in its own place. */
interface Places {
  readonly storage?: Storage;
  /** The place that uploads belong to, or their own place. */
  readonly files?: string | FileStore;
  /** Where several processes serve it together. */
  readonly among?: Among;
}

/** Opens the content in its place, and seeds the place if it is empty. */
export async function openContent(
  settings: Settings,
  content: Content,
  loaded: LoadedConfig,
  logger: Log,
  { storage, files = content.place, among = {} }: Places = {},
): Promise<Galley> {
  if (!settings.isDefaultPlace) return open(settings, content, loaded, logger, { storage, files, among });
  return ignoredByGit(content.place, () => open(settings, content, loaded, logger, { storage, files, among }));
}

async function open(
  settings: Settings,
  content: Content,
  loaded: LoadedConfig,
  logger: Log,
  { storage, files, among }: Omit<Required<Places>, "storage"> & { readonly storage: Storage | undefined },
): Promise<Galley> {
  if (storage !== undefined) return openIn(settings, content, loaded, logger, { storage, files, among });
  return withReadProgress({ quiet: !settings.banner }, async (fileSystem) => {
    const found = await openStorage(content.place, logger, fileSystem);
    return openIn(settings, content, loaded, logger, { storage: found, files, among });
  });
}

async function openIn(
  settings: Settings,
  content: Content,
  loaded: LoadedConfig,
  logger: Log,
  { storage, files, among }: Required<Places>,
): Promise<Galley> {
  try {
    const options = {
      todo: content.path === null,
      maxEventLoopDelay: MAX_EVENT_LOOP_DELAY,
      mail: Boolean(settings.config.control),
      ...passedOn(content.config),
      deliver: content.config.deliver || true,
      schema: content.schema,
      ...seedOf(settings, content, logger),
      ...(settings.key !== undefined && { seedKey: settings.key }),
      storage,
      ...(!hasBucket(content.config) && {
        files: typeof files === "string" ? await openFileStore(files, storage) : files,
      }),
      profile: settings.profile,
      roles: content.roles,
      tokens: content.tokens,
      open: content.open,
      ...(settings.jwtSecret !== undefined && { jwtSecret: settings.jwtSecret }),
      logger,
      ...(!settings.config.control && { keepRequests: 0 }),
    };
    return await createOneOfMany(options, { ...among, ...codeOf(settings, content) });
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(loaded.source, error.issues) : error;
  }
}

/** The project whose own code runs, if it is one. */
function codeOf({ runProject, strictCode }: Settings, { path }: Content): Among {
  if (runProject !== true || path === null || !isStrapiProject(path) || isArchive(path)) return {};
  return { projectCode: { project: path, strict: strictCode } };
}

/** Whether uploads are kept elsewhere than beside the content. */
function hasBucket({ uploads }: GalleyConfig): boolean {
  return typeof uploads === "object" && uploads.bucket !== undefined;
}

/** The seed, and the entries that `--fake` adds. */
function seedOf(
  settings: Settings,
  { path, seed, roles }: Content,
  log: Log,
): { readonly seed?: Seed<SchemaDefinition> } {
  const { fake, key, strict } = settings;
  if (seed === undefined && fake === undefined) return {};
  const quiet = !settings.banner;
  return {
    seed: async (galley) => {
      if (seed !== undefined) {
        const { seedGalley } = await import("../../compose/seed-galley.ts");
        const report = reportTo(log);
        await withLeanHeap(() =>
          withProgress("Entries of the seed written", { quiet }, (progress) =>
            seedGalley(galley, { seed, key, strict, report, progress, roleNames: Object.keys(roles ?? {}) }),
          ),
        );
      }
      if (fake === undefined) return;
      const { fillGalley } = await import("../../library/factory/fill.ts");
      const { loadFakes } = await import("../load-config.ts");
      const own = await loadFakes(settings.fakeWith, path ?? ".");
      const notMade = await withProgress("Entries made", { quiet }, (progress) =>
        fillGalley(galley, fake, progress, own),
      );
      for (const { uid, made, reason } of notMade) {
        log.warn({}, `--fake makes ${made} of ${uid}: ${reason}`);
      }
    },
  };
}

/** Milliseconds. By then the client of a request has usually given up. */
export const MAX_EVENT_LOOP_DELAY = 1000;

/** Keys of the configuration that are options of the library under the same name. */
function passedOn(config: GalleyConfig): SharedSettings {
  // The other keys are omitted, which the type system cannot express for a list of pairs.
  return Object.fromEntries(
    Object.entries(config).filter(([key, value]) => isOption(key) && value !== undefined),
  ) as SharedSettings;
}
