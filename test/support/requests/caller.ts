import { Reply } from "./reply.ts";
import type { Send } from "./sender.ts";

/** Someone who calls a running server over HTTP, with or without a token. */
export class Caller {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #send: Send;

  constructor(url: string, token?: string, send: Send = fetch) {
    this.#url = url;
    this.#send = send;
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  get(path: string): Promise<Reply> {
    return this.request("GET", path);
  }

  post(path: string, body: unknown): Promise<Reply> {
    return this.request("POST", path, body);
  }

  put(path: string, body: unknown): Promise<Reply> {
    return this.request("PUT", path, body);
  }

  delete(path: string): Promise<Reply> {
    return this.request("DELETE", path);
  }

  /** A body that is a string is sent as it is, anything else as JSON. */
  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const content = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const response = await this.#send(`${this.#url}${path}`, {
      method,
      headers: { ...type, ...this.#headers, ...headers },
      ...content,
    });
    return Reply.of(response);
  }
}
