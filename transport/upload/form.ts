import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { HttpError } from "../http-error.ts";
import type { HttpRequest } from "../port.ts";

/** A file as a form brings it. */
export interface SentFile {
  /** As it was sent: nothing to build a path with. */
  readonly name: string;
  /** As it was sent, without parameters. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A form's parts: each name with its values, in the order in which they came. */
export interface Form {
  readonly files: ReadonlyMap<string, readonly SentFile[]>;
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** How much one form may hold; how large its body may be is up to the listener. */
const LIMITS = { parts: 1000, headerPairs: 32, headerSize: 16_384, fieldNameSize: 200, fieldSize: 1_048_576 };

/** Whether the body of a request says that it is a form with parts. */
export function isForm(request: Pick<HttpRequest, "header">): boolean {
  return /^multipart\/form-data\b/i.test(request.header("content-type") ?? "");
}

/**
 * Reads a body of `multipart/form-data`. What browsers send for a file input without a file is left out.
 *
 * @throws HttpError `malformed body` (rejected) for a body that is no such form, or has too many or too large parts.
 */
export async function readForm(contentType: string, body: Uint8Array): Promise<Form> {
  const files = new Map<string, SentFile[]>();
  const fields = new Map<string, string[]>();
  try {
    const parser = new Busboy({
      headers: { "content-type": contentType },
      limits: LIMITS,
      preservePath: true,
      // The whole body is here: with less room, the parser would wait for ever for who reads a part that it skips.
      fileHwm: body.byteLength + 1,
    });
    parser.on("file", (field, stream, name, _encoding, mediaType) => {
      const chunks: Buffer[] = [];
      // Unheard, it would end the process.
      stream.on("error", (error) => parser.destroy(error));
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const bytes = Buffer.concat(chunks);
        if (name !== "" || bytes.byteLength > 0) add(files, field, { name, mediaType, bytes });
      });
    });
    parser.on("field", (name, value, nameIsCut, valueIsCut) => {
      if (nameIsCut || valueIsCut) parser.destroy(new Error("a field is too long"));
      // Whatever its types say, a part without a name has none.
      else if (name !== undefined) add(fields, name, value);
    });
    await finish(parser, body);
  } catch (error) {
    throw new HttpError("malformed body", `invalid form: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { files, fields };
}

function finish(parser: BusboyInstance, body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.on("partsLimit", () => reject(new Error("it has too many parts")));
    parser.on("error", reject);
    parser.on("finish", resolve);
    parser.end(body);
  });
}

function add<T>(lists: Map<string, T[]>, name: string, value: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}
