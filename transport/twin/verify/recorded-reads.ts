import { readFile } from "node:fs/promises";
import { isRecord } from "../../../engine/internal.ts";
import { harRequests } from "../har/har-entries.ts";
import { TwinError } from "../twin-error.ts";
import type { Read } from "./read.ts";
import { type RequestLike, readsAmong, requestOfJournal, type Skipped } from "./read-of-request.ts";

/**
 * The reads of a file, each once: of a HAR by its name, of a journal that `GET /__galley/requests` answered, or of a list
 * with a URL or path in each line.
 *
 * @throws TwinError for a file that is neither.
 */
export async function* recordedReads(
  file: string,
  prefixes: readonly string[],
  skipped: Skipped,
): AsyncGenerator<Read> {
  const seen = new Set<string>();
  for await (const read of repeatedReads(file, prefixes, skipped)) {
    const key = `${read.method} ${read.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    yield read;
  }
}

/** The same, as often as the file has each. Throws as `recordedReads` does. */
export function repeatedReads(file: string, prefixes: readonly string[], skipped: Skipped): AsyncGenerator<Read> {
  return readsAmong(requestsIn(file), prefixes, skipped);
}

async function* requestsIn(file: string): AsyncGenerator<RequestLike> {
  if (/\.(?:har|zip)$/i.test(file)) {
    yield* harRequests(file);
    return;
  }
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new TwinError(`${file} cannot be read: ${error.message}`);
  });
  if (/^\s*[[{]/.test(text)) yield* journalRequests(file, text);
  else yield* listedRequests(text);
}

function* journalRequests(file: string, text: string): Generator<RequestLike> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TwinError(`${file} is neither JSON nor a list of URLs`);
  }
  const listed = isRecord(value) ? value.data : value;
  if (!Array.isArray(listed)) throw new TwinError(`${file} holds no requests: GET /__galley/requests gives them`);
  for (const request of listed) {
    if (!isRecord(request) || typeof request.path !== "string") continue;
    const { method = "GET", path, query = "", body } = request;
    yield requestOfJournal({ method: String(method), path, query: String(query), body });
  }
}

/** `GET /api/posts`, or the URL alone; lines that begin with # are comments. */
function* listedRequests(text: string): Generator<RequestLike> {
  for (const line of text.split(/\r?\n/)) {
    const [, method = "GET", url] = /^\s*(?:([A-Z]+)\s+)?([^\s#]\S*)\s*$/.exec(line) ?? [];
    if (url !== undefined) yield { method, url };
  }
}
