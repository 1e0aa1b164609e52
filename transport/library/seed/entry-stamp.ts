import {
  type ContentType,
  ENTRY_TIMES,
  type Issue,
  isDate,
  isRecord,
  parseDatetime,
  type Stamp,
  type UnknownRecord,
} from "../../../engine/internal.ts";

/** PostgreSQL's and Strapi's. */
const LARGEST_ID = 2_147_483_647;

/** The id, documentId and times of an entry, as REST answers it, and the rest of it. */
export interface AnsweredEntry {
  readonly stamp: Stamp | null;
  readonly rest: UnknownRecord;
  /** `publishedAt` says that it is a draft. */
  readonly isDraft: boolean;
}

/** Takes id and times out of an entry, as REST answers it. Faults are added to `issues`. */
export function entryStamp(
  type: ContentType,
  given: UnknownRecord,
  path: readonly string[],
  issues: Issue[],
): AnsweredEntry {
  const keys = [
    "id",
    ...ENTRY_TIMES,
    ...(type.locale === null && given.locale === null ? ["locale"] : []),
    "localizations",
  ];
  const isOwn = (key: string) => {
    const attribute = type.attributes.get(key);
    return attribute?.writable === true && !attribute.system;
  };
  const taken = keys.filter((key) => Object.hasOwn(given, key) && !isOwn(key));
  if (taken.length === 0) return { stamp: null, rest: given, isDraft: false };
  const stamp: { -readonly [K in keyof Stamp]: Stamp[K] } = {};
  const fault = (key: string, message: string) => issues.push({ path: [...path, key], message });
  const { id } = given;
  if (taken.includes("id") && id !== undefined && id !== null) {
    if (Number.isInteger(id) && Number(id) >= 1 && Number(id) <= LARGEST_ID) stamp.id = Number(id);
    else fault("id", `must be a whole number from 1 to ${LARGEST_ID}`);
  }
  for (const key of ENTRY_TIMES) {
    const value = given[key];
    if (!taken.includes(key) || value === undefined || value === null) continue;
    // In a process values may be dates.
    const time = parseDatetime(isDate(value) && !Number.isNaN(value.getTime()) ? value.toISOString() : value);
    if (typeof time === "string") stamp[key] = time;
    else fault(key, "must be a time in ISO 8601");
  }
  if (taken.includes("localizations") && !isPlainList(given.localizations))
    fault("localizations", "must be a list of entries");
  return {
    stamp: Object.keys(stamp).length === 0 ? null : stamp,
    rest: Object.fromEntries(Object.entries(given).filter(([key]) => !taken.includes(key))),
    isDraft: type.draftAndPublish && given.publishedAt === null,
  };
}

function isPlainList(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.every(isRecord));
}
