import type { Part } from "../format.ts";

const BOUNDARY = "recorded-part";

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The parts as one `multipart/form-data` body. */
export function multipart(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap((part) => [Buffer.from(head(part)), content(part), Buffer.from("\r\n")]);
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function head({ name, filename, type }: Part): string {
  const file = filename === undefined ? "" : `; filename="${filename}"`;
  const contentType = type === undefined ? "" : `Content-Type: ${type}\r\n`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType}\r\n`;
}

function content(part: Part): Buffer {
  return "base64" in part ? Buffer.from(part.base64, "base64") : Buffer.from(part.value);
}
