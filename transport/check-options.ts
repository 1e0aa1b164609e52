import type { Issue } from "../engine/index.ts";
import { PROFILES } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { CreateOptions } from "./galley-options.ts";

/**
 * Every option, and who tells what is wrong with it: this file; `settings`, that it is a key of a configuration too,
 * which knows what it may hold; `elsewhere`, what makes use of it.
 */
const OPTIONS: { readonly [K in keyof CreateOptions]-?: "here" | "settings" | "elsewhere" } = {
  schema: "here",
  project: "here",
  strict: "here",
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
export async function checkOptions(options: CreateOptions): Promise<void> {
  const issues = [...unknownOptions(options), ...ownFaults(options), ...(await settingFaults(options))];
  if (issues.length > 0) throw new ConfigError("Options", issues);
}

function unknownOptions(options: CreateOptions): Issue[] {
  const unknown = Object.keys(options).filter((key) => !Object.hasOwn(OPTIONS, key));
  return unknown.map((key) => ({ path: [key], message: "is not a known option" }));
}

function ownFaults({ profile, storage, keepRequests, ...content }: CreateOptions): Issue[] {
  const issues: Issue[] = contentFaults(content);
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

/** Either content types or a project that has them. */
function contentFaults({ schema, project, strict }: Pick<CreateOptions, "schema" | "project" | "strict">): Issue[] {
  if (project === undefined) {
    const issues: Issue[] = strict === undefined ? [] : [{ path: ["strict"], message: "needs a project" }];
    if (typeof schema === "object" && schema !== null) return issues;
    const message = "must be what defineSchema makes, or an object with contentTypes; or give a project";
    return [{ path: ["schema"], message }, ...issues];
  }
  const issues: Issue[] = [];
  if (schema !== undefined)
    issues.push({ path: ["project"], message: "cannot be there with schema: give one of them" });
  if (!isPath(project)) issues.push({ path: ["project"], message: "must be a path, or the URL of a file" });
  if (strict !== undefined && typeof strict !== "boolean") {
    issues.push({ path: ["strict"], message: "must be true or false" });
  }
  return issues;
}

function isPath(value: unknown): boolean {
  return value instanceof URL ? value.protocol === "file:" : typeof value === "string" && value !== "";
}

/** What checks a configuration is loaded only for those who give a part of one. */
async function settingFaults(options: CreateOptions): Promise<readonly Issue[]> {
  const given = Object.entries(options).filter(([key, value]) => isSetting(key) && value !== undefined);
  if (given.length === 0) return [];
  const { configFaults } = await import("./check-config.ts");
  return configFaults(Object.fromEntries(given));
}

function isSetting(key: string): boolean {
  return Object.hasOwn(OPTIONS, key) && OPTIONS[key as keyof CreateOptions] === "settings";
}
