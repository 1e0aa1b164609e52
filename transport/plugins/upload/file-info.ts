import { BodyChecks, own } from "../../contract/body-checks.ts";
import { jsonExcess } from "../../http/json/json-excess.ts";
import { JSON_LIMITS } from "../../http/json/json-limits.ts";

/** What a caller says about a file; null leaves what is stored. */
export interface FileInfo {
  readonly name: string | null;
  readonly alternativeText: string | null;
  readonly caption: string | null;
  readonly focalPoint: FocalPoint | null;
}

/** The place in a picture that is to stay in sight, in percent from its left and its top. */
export type FocalPoint = {
  readonly x: number;
  readonly y: number;
};

export const NO_INFO: FileInfo = { name: null, alternativeText: null, caption: null, focalPoint: null };

/**
 * The infos for so many files: an object for one, a list for several, as JSON text or as values; of several fields of
 * the same name, each is for one file. Unknown keys are left out; what is missing says nothing.
 *
 * @throws EngineError `validation` with every fault and its path.
 */
export function checkFileInfos(raw: unknown, count: number): readonly FileInfo[] {
  const checks = new BodyChecks();
  const given = readJson(raw);
  const infos = count > 1 ? readList(checks, given) : [readInfo(checks, single(given), ["fileInfo"])];
  checks.finish();
  return Array.from({ length: count }, (_, index) => infos[index] ?? NO_INFO);
}

/** A text that is no JSON, or JSON made to exhaust who reads it, stays a text and is refused as one. */
function readJson(raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map(readJson);
  if (typeof raw !== "string" || jsonExcess(raw, JSON_LIMITS) !== null) return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/** Of one file, a list of one info is as good as the info. */
function single(given: unknown): unknown {
  return Array.isArray(given) && given.length === 1 ? given[0] : given;
}

function readList(checks: BodyChecks, given: unknown): readonly FileInfo[] {
  if (given === undefined) return [];
  const list = checks.list(given, ["fileInfo"]);
  return list.map((each, index) => readInfo(checks, each, ["fileInfo", String(index)]));
}

function readInfo(checks: BodyChecks, given: unknown, path: readonly string[]): FileInfo {
  if (given === undefined) return NO_INFO;
  const info = checks.record(given, path);
  if (info === null) return NO_INFO;
  const text = (key: string) => checks.text(own(info, key), [...path, key]);
  const point = own(info, "focalPoint") ?? null;
  const name = text("name");
  if (name !== null && isUnsound(name)) checks.report([...path, "name"], `${[...path, "name"].join(".")} ${UNSOUND}`);
  return {
    name,
    alternativeText: text("alternativeText"),
    caption: text("caption"),
    focalPoint: point === null ? null : readPoint(checks, point, [...path, "focalPoint"]),
  };
}

const UNSOUND = "must have at most 255 characters, no control characters, and lead to no folder";

/** A name is shown, and used by clients that save the file, so nothing in it may act as more than a name. */
function isUnsound(name: string): boolean {
  const leadsOut = /^(?:[a-z]:)?[/\\]/i.test(name) || name.split(/[/\\]/).includes("..");
  return name.length > 255 || /\p{Cc}/u.test(name) || leadsOut;
}

function readPoint(checks: BodyChecks, given: unknown, path: readonly string[]): FocalPoint | null {
  const point = checks.record(given, path);
  if (point === null) return null;
  const percent = (key: string) => checks.number(own(point, key), [...path, key], 0, 100);
  return { x: percent("x"), y: percent("y") };
}
