import { ACTIONS, type Issue, isRecord, type UnknownRecord } from "../../engine/internal.ts";
import { faultWording } from "../../engine/schema/shapes/index.ts";
import { CHECKS, section } from "./checks.ts";
import type { GalleyConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { SETTING_ROWS } from "./settings.ts";

const config = section(Object.fromEntries(SETTING_ROWS.map(([name, { check }]) => [name, check(CHECKS)])));

/** Every top-level key of a configuration. */
export const CONFIG_KEYS: readonly string[] = SETTING_ROWS.map(([name]) => name);

/**
 * Parses any value as a configuration. `source` names the file it comes from. `runsProject`: code of a project runs,
 * whatever `runProject` of the value says.
 *
 * @throws ConfigError with every fault and its path; an unknown key is a fault.
 */
export function checkConfig(value: unknown, source: string, runsProject = false): GalleyConfig {
  const faults = configFaults(value, runsProject);
  if (faults.length > 0) throw new ConfigError(source, faults);
  // The shape checks what the type says; zod cannot distinguish an absent key from an undefined one.
  return value as GalleyConfig;
}

/** The faults of a value as a configuration, or as a part of one. */
export function configFaults(value: unknown, runsProject = false): readonly Issue[] {
  const result = config.safeParse(value, { error: faultWording });
  const faults = result.error?.issues.map(({ path, message }) => ({ path: path.map(String), message })) ?? [];
  return isRecord(value) && !runsProject ? [...faults, ...unknownActions(value)] : faults;
}

/** Roles grant actions of content types, and actions that routes of the configuration, or code of a project, need. */
function unknownActions({ roles, routes, runProject, run }: UnknownRecord): readonly Issue[] {
  if (runProject === true || run === true) return [];
  const own = membersOf(routes).map(([, route]) => (isRecord(route) ? route.action : undefined));
  const known = new Set<unknown>([...ACTIONS, ...own]);
  const message = `must be one of ${[...known].filter((name) => typeof name === "string").join(", ")}`;
  return membersOf(roles).flatMap(([role, grants]) =>
    membersOf(grants).flatMap(([type, actions]) =>
      membersOf(actions).flatMap(([at, action]) =>
        typeof action !== "string" || known.has(action) ? [] : [{ path: ["roles", role, type, at], message }],
      ),
    ),
  );
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
