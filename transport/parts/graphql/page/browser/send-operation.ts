/** A request in the endpoint's format. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: { readonly [name: string]: unknown };
  readonly operationName?: string | undefined;
}

export interface Sent {
  readonly status: number;
  /** The answer, formatted if it is JSON. */
  readonly text: string;
  readonly milliseconds: number;
  /** Of the answer, in bytes. */
  readonly size: number;
}

/**
 * Sends an operation to the endpoint that serves this page.
 *
 * @throws TypeError (rejected) if there is no answer, or a header is invalid; AbortError if cancelled.
 */
export async function sendOperation(
  request: GraphqlRequest,
  headers: { readonly [name: string]: string } = {},
  signal: AbortSignal | null = null,
): Promise<Sent> {
  const started = performance.now();
  const sent = new Headers(headers);
  sent.set("content-type", "application/json");
  sent.set("accept", "application/json");
  const response = await fetch(location.pathname, {
    method: "POST",
    headers: sent,
    body: JSON.stringify(request),
    signal,
  });
  const text = await response.text();
  const milliseconds = performance.now() - started;
  return { status: response.status, text: laidOut(text), milliseconds, size: new TextEncoder().encode(text).length };
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
