import { randomUUID } from "node:crypto";
import { platform } from "./platform.ts";

/** A body as bytes or text, and the media type that its kind means. */
export interface OwnBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/**
 * The contents of a FormData, URLSearchParams, Blob or File that a simulated page made, which the platform's Request would
 * refuse or send as the text "[object FormData]". Null for every other body, which Request takes as it is.
 */
export async function pageBody(body: unknown): Promise<OwnBody | null> {
  const kind = Object.prototype.toString.call(body).slice("[object ".length, -1);
  // The platform may know a FormData, and not the files in it.
  if (kind === "FormData") {
    const boundary = `galley-${randomUUID()}`;
    return {
      body: await multipart(body as FormData, boundary),
      type: `multipart/form-data; boundary=${boundary}`,
    };
  }
  if (kind === "URLSearchParams")
    return { body: String(body), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  if ((kind !== "Blob" && kind !== "File") || isKnown(body as Blob)) return null;
  return { body: await bytesOf(body as Blob), type: (body as Blob).type };
}

/** Whether the platform takes a blob as one: others it sends as text. */
function isKnown(blob: Blob): boolean {
  return new platform.Response(blob).headers.get("content-type") !== "text/plain;charset=UTF-8";
}

/** RFC 7578, with names escaped as the HTML standard has it. */
async function multipart(form: FormData, boundary: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for (const [name, value] of form) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`;
    if (typeof value === "string") {
      pieces.push(Buffer.from(`${head}\r\n\r\n${value.replace(/\r?\n|\r/g, "\r\n")}\r\n`));
    } else {
      const type = value.type === "" ? "application/octet-stream" : value.type;
      pieces.push(Buffer.from(`${head}; filename="${escaped(value.name)}"\r\ncontent-type: ${type}\r\n\r\n`));
      pieces.push(await bytesOf(value), Buffer.from("\r\n"));
    }
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return Buffer.concat(pieces);
}

function escaped(name: string): string {
  return name.replace(/\n/g, "%0A").replace(/\r/g, "%0D").replace(/"/g, "%22");
}

/** Blobs of older pages have no method for it. */
async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof blob.arrayBuffer === "function") return new Uint8Array(await blob.arrayBuffer());
  return new Promise((resolve, reject) => {
    const reader = new (globalThis as unknown as Page).FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });
}

interface Page {
  readonly FileReader: new () => {
    onload: () => void;
    onerror: () => void;
    readonly result: ArrayBuffer;
    readonly error: unknown;
    readAsArrayBuffer(blob: Blob): void;
  };
}
