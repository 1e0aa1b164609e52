import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A client with one connection, which one worker answers. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  ask(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${path}`, {
        method,
        agent: this.#agent,
        headers: { "content-type": "application/json", ...headers },
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        // The server had closed it as idle, while nobody here ran to see it.
        if (sent.reusedSocket && error.code === "ECONNRESET") resolve(this.ask(method, path, body, headers));
        else reject(error);
      });
      sent.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece) => {
          text += piece;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }));
        response.on("error", reject);
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
