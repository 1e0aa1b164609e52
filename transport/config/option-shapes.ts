import type { Issue } from "../../engine/internal.ts";
import { isDate, isRecord } from "../../engine/internal.ts";
import { shapes } from "../../storage/core.ts";
import type { AccessConfig } from "../access/access-config.ts";
import { LISTENERS } from "../adapters/listener-name.ts";
import { PROFILES } from "../contract/profiles/profile-name.ts";
import type { ListenOptions, OpenapiView } from "../library/galley.ts";
import { Snapshot } from "../runtime/snapshot.ts";
import { isTime } from "../runtime/time.ts";
import { ACCESS_MEMBERS } from "./access-shapes.ts";
import type { CreateOptions } from "./galley-options.ts";
import { isOption, SETTING_ROWS, type SettingName } from "./settings.ts";
import { both, choice, isUrl, text, wholeNumber, withMethods } from "./shape-parts.ts";

/**
 * The shapes of all options, for callers without a compiler, declared once each. Cheap to load, since every test waits
 * for it; the other keys of a configuration file are declared in check-config.ts, which loads only when one is given.
 */
type Shape<T> = shapes.Shape<T>;

const { optional, record, test } = shapes;

/** A key of a configuration too, which check-config.ts declares. */
const SETTING: Shape<never> = test("", () => true);

const flag: Shape<boolean> = test("must be true or false", (value) => typeof value === "boolean");
const flagOrPopulate: Shape<boolean | "populate"> = test('must be true, false or "populate"', (value) =>
  typeof value === "boolean" || value === "populate");
const time: Shape<never> = test("must be milliseconds since 1970, an ISO 8601 text or a Date", isTime);

export const ACCESS = record<Partial<AccessConfig>>({ ...ACCESS_MEMBERS, open: optional(flag) });

const STEPPING_CLOCK = record({
  start: time,
  step: optional(test("must be whole milliseconds", Number.isSafeInteger)),
});
const STANDING_CLOCK = test("must be a time, a start with a step, or a function", (value) => {
  return typeof value === "function" || isTime(value);
});

const CLOCK: Shape<never> = (value) =>
  isRecord(value) && !isDate(value) ? STEPPING_CLOCK(value) : STANDING_CLOCK(value);

const IDS: Shape<never> = test('must be "random", "sequential", a whole number or a function', (value) => {
  return value === "random" || value === "sequential" || Number.isSafeInteger(value) || typeof value === "function";
});

const SEED: Shape<never> = test("must be entries by type, a function, or the path of a file", (value) => {
  return isPath(value) || typeof value === "function" || (isRecord(value) && !isUrl(value));
});

function isData(value: unknown): boolean {
  return isPath(value) || (isRecord(value) && !isUrl(value));
}

function isPath(value: unknown): boolean {
  return isUrl(value) ? value.protocol === "file:" : typeof value === "string" && value !== "";
}

/** Settings that many tests give, checked without loading check-config.ts. */
const CHEAP_SETTINGS = { profile: optional(choice(PROFILES)), ...ACCESS_MEMBERS };

/** The other settings. */
const SETTING_MEMBERS = Object.fromEntries(
  SETTING_ROWS.filter(([name]) => isOption(name)).map(([name]) => [name, SETTING]),
);

type OwnOptions = Omit<CreateOptions, Exclude<SettingName, "seed" | "storage">>;

const OPTION_MEMBERS: { readonly [K in keyof OwnOptions]-?: Shape<OwnOptions[K]> } = {
  schema: optional(test("must be what defineSchema makes, or an object with contentTypes", isRecord)),
  db: optional(
    test("must be data of json-server: lists of objects, and objects, by name; or the path of a file", isData),
  ),
  project: optional(test("must be a path, or the URL of a file", isPath)),
  strict: optional(flag),
  run: optional(flagOrPopulate),
  seed: optional(SEED),
  storage: optional(withMethods("a storage, as `new JournalStorage(path)` of galley/storage is one", "open")),
  files: optional(withMethods("a file store", "put", "receive", "open", "delete", "list")),
  clock: optional(CLOCK),
  ids: optional(IDS),
  logger: optional(withMethods("a logger", "info", "warn", "error")),
  keepRequests: optional(test("must be a number, 0 at least", (value) => typeof value === "number" && value >= 0)),
};

/** The options of `createGalley`, except for the values of settings. */
export const OPTIONS: Shape<object> = both(
  record({ ...SETTING_MEMBERS, ...CHEAP_SETTINGS, ...OPTION_MEMBERS }),
  contentFaults,
);

/** Whether it is a setting that check-config.ts has to check. */
export function isSetting(name: string): boolean {
  return isOption(name) && !Object.hasOwn(CHEAP_SETTINGS, name);
}

/** Content types come from a schema, from a project or from data. */
function contentFaults(options: Readonly<Record<string, unknown>>): readonly Issue[] {
  const needing = options.project === undefined ? ["strict", "run"] : [];
  const faults = needing
    .filter((name) => options[name] !== undefined)
    .map((name) => ({ path: [name], message: "needs a project" }));
  const [first, second] = ["schema", "db", "project"].filter((name) => options[name] !== undefined);
  if (first === undefined) return [{ path: ["schema"], message: "is missing: give a schema, or a project" }, ...faults];
  if (second === undefined) return faults;
  return [{ path: [second], message: `cannot be there with ${first}: give one of them` }, ...faults];
}

const LISTENER: Shape<never> = (value) =>
  isRecord(value) ? withMethods("a listener", "listen")(value) : choice(LISTENERS)(value);

export const LISTEN = record<ListenOptions>({
  port: optional(wholeNumber(65_535)),
  host: optional(text),
  listener: optional(LISTENER),
});

/** Whether the caller exists is checked where callers are known. */
export const OPENAPI_VIEW = record<OpenapiView>({ as: optional(text) });

/** The arguments of `make` and `build`; without a count one entry, and never a list of them. */
export const FACTORY_REQUEST = record({
  type: text,
  count: optional(wholeNumber()),
  overrides: optional(
    test("must be an object of attributes, or for several a function", (value) => {
      return typeof value === "function" || isRecord(value);
    }),
  ),
});

/** First argument of `fetch`; may be of another realm, as in test environments. */
export const FETCHED: Shape<{ readonly input: string | URL | Request }> = record({
  input: test("must be a URL, a path that begins with a slash, or a Request", (value) => {
    return typeof value === "string" || isUrl(value) || (isRecord(value) && typeof value.url === "string");
  }),
});

export const RESTORED = record<{ readonly snapshot: Snapshot }>({
  snapshot: test("must be what snapshot() of this galley or of a fork of it gave", (value) =>
    value instanceof Snapshot),
});

/** The arguments of `galleyHandlers`. */
export const HANDLERS = record<{ readonly baseUrl: string; readonly galley: object }>({
  baseUrl: test("must be an absolute URL", (value) => typeof value === "string" && URL.canParse(value)),
  galley: (value) =>
    typeof value === "function" ? [] : withMethods("a galley, or a function that gives one", "fetch")(value),
});
