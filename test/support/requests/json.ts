/** How `fetch` is asked to send a body as JSON, with other headers beside it; without a body where it is undefined. */
export function withJson(method: string, body: unknown, headers: object = {}) {
  return { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** An answer with its body: null where that is empty, a text where it is no JSON. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // Each test knows the shape of its answer.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

/** Sends a request to a galley, with a body as JSON where there is one. */
export async function sendTo(
  galley: { fetch(path: string, init: ReturnType<typeof withJson>): Promise<Response> },
  method: string,
  path: string,
  body?: unknown,
  headers: object = {},
): Promise<Answered> {
  const response = await galley.fetch(path, withJson(method, body, headers));
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const answered = isJson && text !== "" ? JSON.parse(text) : text || null;
  return { status: response.status, headers: response.headers, body: answered };
}
