import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** TypeScript as an editor talks to it, about the files of one folder: the Language Server Protocol on its pipes. */
export class LanguageServer {
  readonly #root: string;
  readonly #server;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #asked = 0;
  #received = Buffer.alloc(0);

  private constructor(folder: string) {
    this.#root = pathToFileURL(`${folder}/`).href;
    const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
    const tsc = join(dirname(manifest), "bin/tsc");
    this.#server = spawn(process.execPath, [tsc, "--lsp", "--stdio"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#server.stdout.on("data", (bytes: Buffer) => this.#read(bytes));
  }

  static async start(folder: string): Promise<LanguageServer> {
    const server = new LanguageServer(folder);
    const workspaceFolders = [{ uri: server.#root, name: "folder" }];
    await server.#ask("initialize", {
      processId: process.pid,
      rootUri: server.#root,
      workspaceFolders,
      capabilities: {},
    });
    server.#send({ method: "initialized", params: {} });
    return server;
  }

  /** The completions at each comment of a file, by the comment's text: names in alphabetical order. */
  async completions(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const uri = new URL(file, this.#root);
    const text = await readFile(uri, "utf8");
    const textDocument = { uri: uri.href, languageId: "typescript", version: 1, text };
    this.#send({ method: "textDocument/didOpen", params: { textDocument } });
    const offered = new Map<string, readonly string[]>();
    for (const [number, line] of text.split("\n").entries()) {
      for (const { index, 1: name = "" } of line.matchAll(/\/\* (.+?) \*\//g)) {
        const position = { line: number, character: index };
        const result = await this.#ask("textDocument/completion", { textDocument: { uri: uri.href }, position });
        offered.set(name, labelsOf(result));
      }
    }
    return offered;
  }

  stop(): void {
    this.#server.kill();
  }

  #ask(method: string, params: unknown): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #read(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const head = this.#received.indexOf("\r\n\r\n");
      if (head === -1) return;
      const end = head + 4 + Number(/Content-Length: (\d+)/i.exec(this.#received.toString("latin1", 0, head))?.[1]);
      if (this.#received.length < end) return;
      const { id, method, result = null, params } = JSON.parse(this.#received.toString("utf8", head + 4, end));
      this.#received = this.#received.subarray(end);
      if (method === undefined) this.#waiting.get(id)?.(result);
      // Answers its requests for settings with none; notifications of changes need no answer.
      else if (id !== undefined) this.#send({ id, result: params?.items?.map(() => null) ?? null });
    }
  }
}

function labelsOf(result: unknown): readonly string[] {
  const list = result as { readonly items?: readonly Item[] } | readonly Item[] | null;
  const items = list === null ? [] : "items" in list ? (list.items ?? []) : (list as readonly Item[]);
  return items.map(({ label }) => label.replace("?", "")).sort();
}

interface Item {
  readonly label: string;
}
