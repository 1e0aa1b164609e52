import { parseExactly } from "../../../engine/internal.ts";
import type { Upstream } from "../source/upstream.ts";
import { type Answered, pathOf, type Side } from "./read.ts";

/** A server that is asked over the network. */
export function serverSide(upstream: Upstream): Side {
  const { origin, prefix } = upstream;
  return {
    origin,
    prefix,
    async ask(read) {
      const { answer, text } = await upstream.at(pathOf(read, prefix), read.method);
      return answered(answer.status, answer.headers, text);
    },
  };
}

/** A galley in this process, as the holder of a token or as a visitor. */
export function galleySide(
  galley: { readonly fetch: (path: string, init?: RequestInit) => Promise<Response> },
  prefix: string,
  token: string | null,
): Side {
  const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), "apollo-require-preflight": "true" };
  return {
    origin: "http://127.0.0.1:1337",
    prefix,
    async ask(read) {
      const response = await galley.fetch(pathOf(read, prefix), { method: read.method, headers });
      return answered(response.status, response.headers, await response.text());
    },
  };
}

function answered(status: number, headers: Headers, text: string): Answered {
  let body: unknown;
  return {
    status,
    header: (name) => headers.get(name),
    text,
    // Texts are mostly equal, and then nobody asks for their values.
    get body() {
      body ??= bodyOf(text);
      return body;
    },
  };
}

function bodyOf(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}
