/**
 * Sends the requests of tests through Prism, which stands before a galley with its OpenAPI document and `--errors`:
 * Prism itself answers whatever breaks the document. Requests that it refuses are sent directly, since tests send many
 * that are wrong on purpose.
 */
import type { Galley } from "../../../transport/galley.ts";
import type { OpenSender, Send } from "../requests/sender.ts";
import { explains, PRISM_EXCEPTIONS } from "./prism-exceptions.ts";

/** Names the galley behind the proxy, which is the same one for all galleys with the same document. */
export const SERVER_HEADER = "x-galley-server";

/** How exchanges stood to the documents. */
export interface Passed {
  /** Both the request and the answer kept to the document. */
  passed: number;
  /** Requests that break the document, and were refused by the server too. */
  refused: number;
  /** Requests that break the document, and were understood by the server all the same, by the name of the reason. */
  readonly understood: Map<string, number>;
  /** Asked of galleys whose document no proxy has. */
  direct: number;
  /** Everything else. */
  readonly broken: string[];
}

let counted = nothing();

/**
 * The document without its security requirements, which Prism would enforce instead of the server, and without the schemas
 * of nested parameters, which it takes seconds to look through for each request. Their descriptions
 * name the limits of lists: without them galleys with other limits have the same document. Tests of `galley/testing/contract`
 * judge parameters.
 */
export async function documentForPrism(galley: Galley): Promise<string> {
  return JSON.stringify(await galley.openapi(), (key, value: unknown) => {
    if (key === "security") return undefined;
    if (!isNested(value)) return value;
    return { ...value, description: undefined, schema: { type: ["object", "string", "array", "boolean"] } };
  });
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null && "x-galley-query" in value;
}

/** `keeper`: the address that gives for a document the address of a proxy that knows it. */
export function prismSender(keeper: string): OpenSender {
  return async (galley, url) => {
    const document = await documentForPrism(galley);
    const proxy = await (await fetch(keeper, { method: "POST", body: document })).text();
    if (proxy === "") return countedDirectly;
    return async (input, init) => {
      const path = String(input).slice(url.length);
      const headers = { ...Object(init?.headers), [SERVER_HEADER]: url };
      const answer = await fetch(proxy + path, { ...init, headers });
      const fault = await faultIn(answer.clone());
      if (fault === null) {
        counted.passed++;
        return answer;
      }
      const exchange = `${init?.method ?? "GET"} ${path}`;
      if (fault.kind === "VIOLATIONS") counted.broken.push(`${exchange}: ${fault.text}`);
      const direct = await fetch(input, init);
      if (fault.kind !== "VIOLATIONS") countRefusal(exchange, fault.text, direct.status);
      return direct;
    };
  };
}

const countedDirectly: Send = (input, init) => {
  counted.direct++;
  return fetch(input, init);
};

function countRefusal(exchange: string, text: string, status: number): void {
  const exception = status < 400 ? PRISM_EXCEPTIONS.find((each) => explains(each, exchange, text)) : undefined;
  if (status >= 400) counted.refused++;
  else if (exception === undefined) counted.broken.push(`${exchange}: answered ${status}, but ${text}`);
  else counted.understood.set(exception.name, (counted.understood.get(exception.name) ?? 0) + 1);
}

/** Prism's answer in the server's place; null for the server's own answer. */
async function faultIn(answer: Response): Promise<{ readonly kind: string; readonly text: string } | null> {
  const text = await answer.text();
  // Bodies that are no JSON it refuses in a form of its own.
  const isOwn = answer.headers.get("content-type")?.startsWith("application/problem+json");
  if (!isOwn && !text.startsWith('{"error":{"code":"invalid_json"')) return null;
  const kind = /stoplight\.io\/prism\/errors#(\w+)/.exec(text)?.[1] ?? "";
  return { kind, text: text.slice(0, 1000) };
}

function nothing(): Passed {
  return { passed: 0, refused: 0, understood: new Map(), direct: 0, broken: [] };
}

/** Since this was asked last. */
export function passedExchanges(): Passed {
  const since = counted;
  counted = nothing();
  return since;
}
