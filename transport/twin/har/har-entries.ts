import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import { isSyntaxError, reasonOf } from "../../../storage/core.ts";
import { JsonRange } from "../../strapi/project/files/json-range.ts";
import { recordAt } from "../../strapi/project/record.ts";
import { TwinError } from "../twin-error.ts";
import { zipEntry } from "./zip-entry.ts";

/** A request of a HAR, and what it holds of the answer. */
export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  /** 0 where there was no answer. */
  readonly status: number;
  /** Why the body of the answer is not whole; null if it is. */
  readonly fault: string | null;
}

/** Bytes of one entry that are held: a body is in it, in base64 at most. */
const ENTRY_BYTES = 256 * 1_048_576;

/**
 * The requests of a HAR 1.2, as browsers, Playwright (`.har` and `.zip`), Charles and Insomnia save it. The file is read
 * entry by entry, however long it is.
 *
 * @throws TwinError for a file that is none, or is cut off.
 */
export async function* harRequests(file: string): AsyncGenerator<HarRequest> {
  const { size } = await stat(file).catch((error: Error) => {
    throw new TwinError(`${file} cannot be read: ${error.message}`);
  });
  for (const { request, response } of isZip(file) ? await zippedEntries(file) : entriesIn(file, size)) {
    if (!isRecord(request) || typeof request.url !== "string") continue;
    const { method = "GET", url, postData } = request;
    const body = await bodyOf(file, postData);
    const status = isRecord(response) ? Number(response.status) : 0;
    yield { method: String(method), url, body, status: status > 0 ? status : 0, fault: bodyFault(response) };
  }
}

/** Playwright keeps bodies apart, if asked: in the same ZIP, or beside the HAR. */
async function bodyOf(file: string, postData: unknown): Promise<string | undefined> {
  if (!isRecord(postData)) return undefined;
  if (typeof postData._file !== "string") return typeof postData.text === "string" ? postData.text : undefined;
  const name = basename(postData._file);
  const read = isZip(file) ? zipEntry(file, (each) => each === name) : readFile(join(dirname(file), name), "utf8");
  // A body that is not there is named as missing.
  return read.catch(() => undefined);
}

function isZip(file: string): boolean {
  return /\.zip$/i.test(file);
}

/** The items of `log.entries`, one of them in memory at a time. */
function* entriesIn(file: string, size: number): Generator<UnknownRecord> {
  try {
    const entries = memberOf(memberOf(JsonRange.ofFile(file, size), "log"), "entries");
    if (!entries.isList) throw new SyntaxError("the entries are no list");
    for (const [, entry] of entries.members()) {
      if (entry.length > ENTRY_BYTES) throw new TwinError(`${file} holds an entry that is too long`);
      yield entryOf(entry.value());
    }
  } catch (error) {
    throw isSyntaxError(error) ? noHar(file, error) : error;
  }
}

function memberOf(range: JsonRange, name: string): JsonRange {
  for (const [key, member] of range.members()) if (key === name) return member;
  throw new SyntaxError(`there is no ${name}`);
}

async function zippedEntries(file: string): Promise<readonly UnknownRecord[]> {
  const text = await zipEntry(file, (name) => /\.har$/i.test(name));
  try {
    const { entries } = recordAt(JSON.parse(text), "log");
    if (Array.isArray(entries)) return entries.map(entryOf);
    throw new SyntaxError("there are no entries");
  } catch (error) {
    throw noHar(file, error);
  }
}

function entryOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

function noHar(file: string, error: unknown): TwinError {
  return new TwinError(`${file} is no HAR, or is cut off: ${reasonOf(error)}`);
}

/** Why the body of an answer is not whole. */
function bodyFault(response: unknown): string | null {
  if (!isRecord(response) || !(Number(response.status) > 0)) return "no answer";
  const content = isRecord(response.content) ? response.content : {};
  const size = Number(content.size ?? 0);
  if (typeof content.comment === "string" && content.comment !== "") return content.comment;
  if (typeof content._file === "string") return null;
  if (typeof content.text !== "string") return size > 0 ? "body missing" : null;
  if (content.encoding === "base64" || size <= 0) return null;
  const length = Buffer.byteLength(content.text);
  return length < size ? `body cut: ${length} of ${size} bytes` : null;
}
