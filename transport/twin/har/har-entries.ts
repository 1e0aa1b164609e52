import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";
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

/** Characters of one entry that are held: a body is in it, in base64 at most. */
const ENTRY_CHARACTERS = 256 * 1_048_576;

/**
 * The requests of a HAR 1.2, as browsers, Playwright (`.har` and `.zip`), Charles and Insomnia save it. The file is read
 * entry by entry, however long it is.
 *
 * @throws TwinError for a file that is none, or is cut off.
 */
export async function* harRequests(file: string): AsyncGenerator<HarRequest> {
  await stat(file).catch((error: Error) => {
    throw new TwinError(`${file} cannot be read: ${error.message}`);
  });
  for await (const text of entryTexts(file)) {
    const entry = parsed(file, text);
    const { request, response } = entry;
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

function parsed(file: string, text: string): UnknownRecord {
  try {
    const entry: unknown = JSON.parse(text);
    return isRecord(entry) ? entry : {};
  } catch {
    throw new TwinError(`${file} holds an entry that is not JSON: ${text.slice(0, 80)}`);
  }
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

/** The text of each item of `log.entries`. */
async function* entryTexts(file: string): AsyncGenerator<string> {
  const splitter = new EntrySplitter();
  for await (const text of chunksOf(file)) {
    yield* splitter.split(text);
    if (splitter.held > ENTRY_CHARACTERS) throw new TwinError(`${file} holds an entry that is too long`);
  }
  if (!splitter.isDone) throw new TwinError(`${file} is no HAR, or is cut off: it has no end of log.entries`);
}

async function* chunksOf(file: string): AsyncGenerator<string> {
  if (isZip(file)) yield* [await zipEntry(file, (name) => /\.har$/i.test(name))];
  else
    for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1_048_576 }))
      yield chunk as string;
}

/** A pushdown automaton of objects and lists over the text of a HAR, which holds one entry at a time. */
class EntrySplitter {
  /** Names around the place, outermost first; lists have none. */
  readonly #names: string[] = [];
  #key = "";
  #isInString = false;
  #isEscaped = false;
  #string = "";
  /** Depth of the list of entries; 0 outside. */
  #list = 0;
  #depth = 0;
  #held = "";
  isDone = false;

  get held(): number {
    return this.#held.length;
  }

  *split(text: string): Generator<string> {
    let from = this.#held === "" ? -1 : 0;
    for (let at = 0; at < text.length; at++) {
      const sign = text.charCodeAt(at);
      if (this.#isInString) {
        this.#inString(sign, text[at] ?? "");
        continue;
      }
      if (sign === QUOTE) {
        this.#isInString = true;
        this.#string = "";
      } else if (sign === COLON) this.#key = this.#string;
      else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
        if (this.#list > 0 && this.#depth === this.#list && from === -1) from = at;
        this.#open(sign);
      } else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) {
        this.#depth--;
        this.#names.pop();
        if (this.#list > 0 && this.#depth === this.#list && from !== -1) {
          yield this.#held + text.slice(from, at + 1);
          this.#held = "";
          from = -1;
        } else if (this.#list > 0 && this.#depth < this.#list) {
          this.#list = 0;
          this.isDone = true;
        }
      }
    }
    if (from !== -1) this.#held += text.slice(from);
  }

  #inString(sign: number, letter: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === BACKSLASH) this.#isEscaped = true;
    else if (sign === QUOTE) this.#isInString = false;
    // Names outside of entries alone are looked at.
    else if (this.#list === 0 && this.#string.length < 16) this.#string += letter;
  }

  #open(sign: number): void {
    this.#depth++;
    this.#names.push(this.#key);
    const isEntries =
      sign === OPEN_LIST && this.#depth === 3 && this.#names[1] === "log" && this.#names[2] === "entries";
    if (isEntries && !this.isDone) this.#list = this.#depth;
    this.#key = "";
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
