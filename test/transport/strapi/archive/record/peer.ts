/** A server that speaks Strapi's REST API, called with or without a token. */
export class Peer {
  readonly url: string;
  readonly #token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.#token = token;
  }

  /** Creates or changes something and gives what the answer holds as `data`. */
  async write(method: "POST" | "PUT", path: string, data: object): Promise<PeerDocument> {
    const body = JSON.stringify({ data });
    const response = await this.fetch(path, { method, body, headers: { "content-type": "application/json" } });
    const answer = (await accepted(response, path).json()) as { readonly data: PeerDocument };
    return answer.data;
  }

  async delete(path: string): Promise<void> {
    accepted(await this.fetch(path, { method: "DELETE" }), path);
  }

  /** Uploads a file and gives its numeric id. */
  async upload(name: string, type: string, bytes: Uint8Array<ArrayBuffer>, fileInfo: object): Promise<number> {
    const body = new FormData();
    body.set("files", new Blob([bytes], { type }), name);
    body.set("fileInfo", JSON.stringify(fileInfo));
    const response = await this.fetch("/api/upload", { method: "POST", body });
    const files = (await accepted(response, name).json()) as readonly { readonly id: number }[];
    return files[0]?.id ?? 0;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#token !== undefined) headers.set("authorization", `Bearer ${this.#token}`);
    return fetch(`${this.url}${path}`, { ...init, headers });
  }
}

export interface PeerDocument {
  readonly id: number;
  readonly documentId: string;
}

function accepted(response: Response, what: string): Response {
  if (!response.ok) throw new Error(`${what} was answered with ${response.status}`);
  return response;
}
