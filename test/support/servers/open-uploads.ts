import { onTestFinished } from "vitest";
import { createGalley, type Galley, type GalleyOptions } from "../../../transport/galley.ts";
import { BLOG } from "../content/blog.ts";

/** A blog that takes files, and ways to send it some. */
export interface OpenUploads {
  readonly galley: Galley;
  /** As who may do everything, unless another token is named; null is none. A body but a form or a text is sent as JSON. */
  ask(method: string, path: string, body?: object | string, token?: string | null): Promise<Told>;
  /** Sends files by name and bytes, with fields beside them; gives the entries. */
  send(files: readonly Sent[], fields?: Readonly<Record<string, string>>): Promise<readonly FileEntry[]>;
}

export type Sent = readonly [name: string, bytes: string | Uint8Array, type?: string];

export interface FileEntry {
  readonly id: number;
  readonly documentId: string;
  readonly url: string;
  readonly [attribute: string]: unknown;
}

export interface Told {
  readonly status: number;
  // Each test knows the shape of its answer.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export async function openUploads(options: Partial<GalleyOptions> = {}): Promise<OpenUploads> {
  const galley = await createGalley({
    schema: BLOG,
    roles: { public: { "*": ["find", "findOne"], file: [] }, sender: { file: ["create"] } },
    tokens: [
      { name: "full", token: "full", access: "full-access" },
      { name: "read", token: "read", access: "read-only" },
      { name: "sender", token: "sender", role: "sender" },
    ],
    ...options,
  });
  onTestFinished(() => galley.close());
  const ask: OpenUploads["ask"] = async (method, path, body, token = "full") => {
    const sent = typeof body !== "object" || body instanceof FormData ? body : JSON.stringify(body);
    const type = typeof sent === "string" ? { "content-type": "application/json" } : {};
    const headers = { ...type, ...(token !== null && { authorization: `Bearer ${token}` }) };
    const init = { method, headers, ...(sent !== undefined && { body: sent }) };
    const answer = await galley.fetch(`http://galley${path}`, init);
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text };
  };
  return {
    galley,
    ask,
    send: async (files, fields = {}) => {
      const { status, body } = await ask("POST", "/api/upload", form(files, fields));
      if (status !== 201) throw new Error(`The files were refused: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

export function form(files: readonly Sent[], fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, bytes, type] of files) form.append("files", new Blob([bytes], { type: type ?? "" }), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
