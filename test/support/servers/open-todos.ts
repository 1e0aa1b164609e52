import { createGalley, type Galley, type GalleyOptions } from "../../../transport/galley.ts";
import { BLOG } from "../content/blog.ts";
import { senderTo } from "../requests/sender.ts";

/** The todo service on a free port, beside a blog. */
export interface OpenTodos {
  readonly galley: Galley;
  readonly url: string;
  /** Sends a body as JSON; one that is a string as it is. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TodoReply>;
  close(): Promise<void>;
}

export interface TodoReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed text; undefined where it is empty. */
  readonly body: unknown;
}

export interface Todo {
  readonly id: number;
  readonly title: string;
  readonly completed: boolean;
}

export async function openTodos(options: Partial<GalleyOptions> = {}): Promise<OpenTodos> {
  const galley = await createGalley({ schema: BLOG, todo: true, ...options });
  const listening = await galley.listen({ port: 0 });
  const send = await senderTo(galley, listening.url);
  return {
    galley,
    url: listening.url,
    async request(method, path, body, headers = {}) {
      const content = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const response = await send(`${listening.url}${path}`, { method, headers: { ...type, ...headers }, ...content });
      const text = await response.text();
      const parsed: unknown = text === "" ? undefined : JSON.parse(text);
      return { status: response.status, headers: response.headers, text, body: parsed };
    },
    close: async () => {
      await listening.close();
      await galley.close();
    },
  };
}
