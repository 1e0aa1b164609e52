import { isRecord } from "../../../engine/internal.ts";
import { BodyChecks, own } from "../../contract/body-checks.ts";
import { jsonExcess } from "../../http/json/json-excess.ts";
import { JSON_LIMITS } from "../../http/json/json-limits.ts";

/** A caller's description of a file; null keeps the stored value. */
export interface FileInfo {
  readonly name: string | null;
  readonly alternativeText: string | null;
  readonly caption: string | null;
  readonly focalPoint: FocalPoint | null;
}

/** The point of a picture that should stay visible when it is cropped, in percent from the left and the top. */
export type FocalPoint = {
  readonly x: number;
  readonly y: number;
};

export const NO_INFO: FileInfo = { name: null, alternativeText: null, caption: null, focalPoint: null };

/**
 * The descriptions of `count` files: an object for one file, a list for several, as JSON text or as values. If the
 * field occurs several times, each value describes one file. Unknown keys are dropped; missing ones keep the stored
 * value. `quotesText`: a message quotes the text that was sent, as in Strapi where a stored file is described.
 *
 * @throws EngineError `validation` with every fault and its path.
 */
export function checkFileInfos(raw: unknown, count: number, quotesText = false): readonly FileInfo[] {
  const checks = new BodyChecks();
  const given = readJson(raw);
  const infos =
    count > 1 ? readList(checks, given) : [readInfo(checks, single(given), ["fileInfo"], quotesText ? raw : undefined)];
  checks.finish();
  return Array.from({ length: count }, (_, index) => infos[index] ?? NO_INFO);
}

/** A text that is not JSON, or is JSON that exceeds the limits, stays a text and is then refused as one. */
function readJson(raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map(readJson);
  if (typeof raw !== "string" || jsonExcess(raw, JSON_LIMITS) !== null) return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/** For a single file, a list with one description is accepted too. */
function single(given: unknown): unknown {
  return Array.isArray(given) && given.length === 1 ? given[0] : given;
}

function readList(checks: BodyChecks, given: unknown): readonly FileInfo[] {
  if (given === undefined) return [];
  const list = checks.list(given, ["fileInfo"]);
  return list.map((each, index) => readInfo(checks, each, ["fileInfo", String(index)]));
}

/** `sent`: the value before its text was parsed, for messages. */
function readInfo(checks: BodyChecks, given: unknown, path: readonly string[], sent = given): FileInfo {
  if (given === undefined) return NO_INFO;
  const info = isRecord(given) ? given : checks.record(sent, path);
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

/** A name is displayed, and clients save files under it, so it must not work as a path. */
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
