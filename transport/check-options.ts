import type { Issue } from "../engine/index.ts";
import { PROFILES } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { GalleyOptions } from "./galley-options.ts";

/**
 * Every option, and who tells what is wrong with it: this file; `settings`, that it is a key of a configuration too,
 * which knows what it may hold; `elsewhere`, what makes use of it.
 */
const OPTIONS: { readonly [K in keyof GalleyOptions]-?: "here" | "settings" | "elsewhere" } = {
  schema: "here",
  seed: "elsewhere",
  seedKey: "settings",
  storage: "here",
  files: "elsewhere",
  profile: "here",
  roles: "elsewhere",
  tokens: "elsewhere",
  open: "settings",
  rest: "settings",
  graphql: "settings",
  todo: "settings",
  clock: "elsewhere",
  ids: "elsewhere",
  logger: "elsewhere",
  keepRequests: "here",
  control: "settings",
  bodyLimit: "settings",
  bodyBytes: "settings",
  uploads: "settings",
  users: "settings",
  jwtSecret: "settings",
  queryLimits: "settings",
  answerBytes: "settings",
  jsonLimits: "settings",
  cacheBytes: "settings",
  indexBytes: "settings",
  etag: "settings",
  explain: "settings",
  cors: "settings",
  rateLimit: "settings",
  maxEventLoopDelay: "settings",
  metrics: "settings",
};

/**
 * Tells callers without a compiler of options that there are not, and of values that they may not have.
 *
 * @throws ConfigError (rejected) with every fault and its path.
 */
export async function checkOptions(options: GalleyOptions): Promise<void> {
  const issues = [...unknownOptions(options), ...ownFaults(options), ...(await settingFaults(options))];
  if (issues.length > 0) throw new ConfigError("Options", issues);
}

function unknownOptions(options: GalleyOptions): Issue[] {
  const unknown = Object.keys(options).filter((key) => !Object.hasOwn(OPTIONS, key));
  return unknown.map((key) => ({ path: [key], message: "is not a known option" }));
}

function ownFaults({ schema, profile, storage, keepRequests }: GalleyOptions): Issue[] {
  const issues: Issue[] = [];
  if (typeof schema !== "object" || schema === null) {
    issues.push({ path: ["schema"], message: "must be what defineSchema makes, or an object with contentTypes" });
  }
  if (profile !== undefined && !PROFILES.includes(profile)) {
    issues.push({ path: ["profile"], message: `must be one of ${PROFILES.join(", ")}` });
  }
  if (storage !== undefined && typeof storage.open !== "function") {
    const message = "must be a storage, as `new JournalStorage(path)` of galley/storage is one";
    issues.push({ path: ["storage"], message });
  }
  if (keepRequests !== undefined && !(typeof keepRequests === "number" && keepRequests >= 0)) {
    issues.push({ path: ["keepRequests"], message: "must be a number, 0 at least" });
  }
  return issues;
}

/** What checks a configuration is loaded only for those who give a part of one. */
async function settingFaults(options: GalleyOptions): Promise<readonly Issue[]> {
  const given = Object.entries(options).filter(([key, value]) => isSetting(key) && value !== undefined);
  if (given.length === 0) return [];
  const { configFaults } = await import("./check-config.ts");
  return configFaults(Object.fromEntries(given));
}

function isSetting(key: string): boolean {
  return Object.hasOwn(OPTIONS, key) && OPTIONS[key as keyof GalleyOptions] === "settings";
}
