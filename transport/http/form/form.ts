import { once } from "node:events";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { reasonOf } from "../../../storage/core.ts";
import { HttpError } from "../http-error.ts";
import { type HttpRequest, isSource } from "../port.ts";
import { fieldsByName, type NotedFile, noteForm } from "./noted-form.ts";

/** The description of a file in a form. */
export interface FilePart {
  readonly field: string;
  /** As it was sent, so not safe to build a path from. */
  readonly name: string;
  /** As it was sent, without parameters. */
  readonly mediaType: string;
}

/** A file in a form, with the result of receiving its bytes. */
export type FormFile<R> = R & FilePart;

/** The parts of a form: its files, and the values of every other name in the order in which they arrived. */
export interface Form<R> {
  readonly files: readonly FormFile<R>[];
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** The result of receiving the bytes of a file. */
export interface Received {
  readonly received: { readonly size: number; discard(): Promise<void> };
}

/** Reads the bytes of one file while they arrive. */
export type Receive<R extends Received> = (bytes: AsyncIterable<Uint8Array>) => Promise<R>;

/** A body that may be one. */
export type FormBody = Exclude<HttpRequest["body"], "too large" | null>;

/** The field that holds the files of an upload. */
const FILES = "files";

/** Limits on the contents of a form; the listener limits the size of the body. */
const LIMITS = { parts: 1000, headerPairs: 32, headerSize: 16_384, fieldNameSize: 200, fieldSize: 1_048_576 };

/** Characters of all fields together, which are in memory: files alone may be as long as the body. */
const FIELDS = LIMITS.fieldSize;

/** Bytes that are passed to the parser at a time, and bytes of a file that may wait to be stored: a longer queue is copied. */
const PIECE = 65_536;

/**
 * Parses a `multipart/form-data` body while it arrives; `receive` reads its files on the way. The empty part that browsers
 * send for a file input without a file is skipped. If it rejects, no file is left behind. `only`: files in other fields
 * are discarded; null: in none.
 *
 * @throws HttpError `malformed body` (rejected) for a body that is not a valid form, or has too many or too large
 *   parts; what the body and `receive` throw.
 */
export async function readForm<R extends Received>(
  contentType: string,
  body: FormBody,
  receive: Receive<R>,
  only: string | null = FILES,
): Promise<Form<R>> {
  const files: Promise<FormFile<R>>[] = [];
  const noted: Promise<NotedFile>[] = [];
  const fields = new Map<string, string[]>();
  /** The first failure that is not a fault of the form. */
  let fault: { readonly error: unknown } | null = null;
  /** The first field whose text is not valid UTF-8. */
  let altered: string | null = null;
  let characters = 0;
  try {
    const parser = new Busboy({
      headers: { "content-type": contentType },
      limits: LIMITS,
      preservePath: true,
      fileHwm: PIECE,
    });
    const fail = (error: unknown): void => {
      fault ??= { error };
      parser.destroy(new Error("the form is read no further"));
    };
    let current: BusboyFileStream | null = null;
    parser.on("error", (error: Error) => current?.destroy(error));
    parser.on("file", (field, stream, name, _encoding, mediaType) => {
      // Without a listener, the error would end the process.
      stream.on("error", (error) => parser.destroy(error));
      current = stream;
      // Contrary to its declared type, the name of a field is undefined if the part has none.
      if (field !== (only ?? field) || field === undefined) {
        noted.push(sizeOf(stream).then((size) => ({ field, name, type: mediaType, size })));
        return;
      }
      if (isAltered(name)) altered ??= `the file name of ${field}`;
      const file = receiveFile(stream, { field, name, mediaType }, receive, fail);
      // Awaited when the form has ended.
      file.catch(() => {});
      files.push(file);
      const seen = file.then(({ received: { size } }) => ({ field, name, type: mediaType, size }));
      seen.catch(() => {});
      noted.push(seen);
    });
    parser.on("field", (name, value, nameIsCut, valueIsCut) => {
      characters += value.length;
      if (nameIsCut || valueIsCut) parser.destroy(new Error("a field is too long"));
      else if (characters > FIELDS) parser.destroy(new Error("its fields are too long together"));
      // Contrary to its declared type, the name of a part is undefined if the part has none.
      else if (name !== undefined) {
        if (isAltered(value)) altered ??= name;
        add(fields, name, value);
      }
    });
    await parse(parser, isSource(body) ? body.read() : [body], fail);
    const sent = await Promise.all(files);
    if (altered !== null) throw new Error(`${altered} is not UTF-8`);
    const seen = await Promise.all(noted);
    noteForm(body, { fields: fieldsByName(fields), files: seen.filter(({ name, size }) => name !== "" || size > 0) });
    return { files: sent.filter(({ name, received }) => name !== "" || received.size > 0), fields };
  } catch (error) {
    const settled = await Promise.allSettled(files);
    await Promise.all(settled.map((file) => (file.status === "fulfilled" ? file.value.received.discard() : null)));
    const known = fault as { readonly error: unknown } | null;
    if (known !== null) throw known.error;
    throw new HttpError("malformed body", `invalid form: ${reasonOf(error)}`);
  }
}

/** Discards a file. Stays pending if the file breaks off: the parser reports faults of the form. */
function sizeOf(stream: BusboyFileStream): Promise<number> {
  return new Promise((resolve) => {
    let size = 0;
    stream.on("data", (piece: Buffer) => {
      size += piece.byteLength;
    });
    stream.on("end", () => resolve(size));
  });
}

/**
 * Whether a text was not valid UTF-8: the parser replaces invalid bytes by U+FFFD, so they are lost. Contrary to the
 * declared type, a file may have no name.
 */
function isAltered(text: string | undefined): boolean {
  return text?.includes("\ufffd") ?? false;
}

/** Feeds a body to a parser; errors of the body go to `fail`. */
function parse(
  parser: BusboyInstance,
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  fail: (error: unknown) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // The parser would go on through parts that nobody takes.
    parser.on("partsLimit", () => parser.destroy(new Error("it has too many parts")));
    parser.on("error", reject);
    parser.on("finish", resolve);
    const feed = async (): Promise<void> => {
      for await (const chunk of body) {
        for (let at = 0; at < chunk.byteLength; at += PIECE) {
          if (parser.destroyed) return;
          if (!parser.write(chunk.subarray(at, at + PIECE))) await once(parser, "drain");
        }
      }
      parser.end();
    };
    feed().catch((error: unknown) => {
      // Otherwise it is the parser's, which has rejected already.
      if (!parser.destroyed) fail(error);
    });
  });
}

/** Hands a file over while it arrives. Failures of `receive` also go to `fail`; failures of the form do not. */
async function receiveFile<R extends Received>(
  stream: BusboyFileStream,
  given: FilePart,
  receive: Receive<R>,
  fail: (error: unknown) => void,
): Promise<FormFile<R>> {
  let isFormBroken = false;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* stream as AsyncIterable<Uint8Array>;
    } catch (error) {
      isFormBroken = true;
      throw error;
    }
  }
  try {
    return { ...given, ...(await receive(pieces())) };
  } catch (error) {
    // One that stops reading destroys the stream, which the parser then reports as a fault of the form.
    if (!isFormBroken) fail(error);
    throw error;
  }
}

function add<T>(lists: Map<string, T[]>, name: string, value: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}
