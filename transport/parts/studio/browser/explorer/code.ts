import { models } from "../model/load-models.ts";
import type { Model } from "../model/model.ts";
import { literal } from "./literal.ts";
import { queryObject } from "./query-object.ts";
import type { Requested } from "./requested.ts";

/** A request as entered in the explorer. */
export interface RequestSample extends Requested {
  readonly method: string;
  /** With scheme and host. */
  readonly url: string;
  /** Path and query from the root. */
  readonly target: string;
  /** JSON, or undefined. */
  readonly body: string | undefined;
  /** Whether the request has a token. The token itself is never part of copied code. */
  readonly isSigned: boolean;
  /** The fork that answers; empty for the base server. */
  readonly fork: string;
}

export const LANGUAGES = [
  ["curl", "curl"],
  ["fetch", "fetch"],
  ["strapi", "@strapi/client"],
  ["typed", "Typed client"],
] as const;

export type Language = (typeof LANGUAGES)[number][0];

/** The request as code in another language. The code reads the token from the environment. */
export function codeFor(language: Language, sample: RequestSample): string {
  switch (language) {
    case "curl":
      return curl(sample);
    case "fetch":
      return fetched(sample);
    case "strapi":
      return strapiClient(sample);
    case "typed":
      return typedClient(sample);
  }
}

function curl({ method, url, body, isSigned, fork }: RequestSample): string {
  const parts = [
    `curl -g ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...(isSigned ? ['-H "Authorization: Bearer $GALLEY_TOKEN"'] : []),
    ...(fork === "" ? [] : [`-H ${quoted(`${FORK}: ${fork}`)}`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

const FORK = "x-galley-fork";

function forkHeader(fork: string): string {
  return `"${FORK}": ${JSON.stringify(fork)}`;
}

/** Quotes for a shell. Within single quotes, only another single quote has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
const BEARER = "authorization: `Bearer ${process.env.GALLEY_TOKEN}`";

function fetched({ method, url, body, isSigned, fork }: RequestSample): string {
  const headers = [
    ...(isSigned ? [BEARER] : []),
    ...(fork === "" ? [] : [forkHeader(fork)]),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${body})`]),
  ];
  const given = options.length === 0 ? "" : `, {\n  ${options.join(",\n  ")},\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${given});\nconst { data } = await response.json();`;
}

function strapiClient(sample: RequestSample): string {
  const { url, target, isSigned, fork } = sample;
  const base = url.slice(0, url.length - target.length);
  const prefix = `/${target.split("/")[1] ?? "api"}`;
  const auth = isSigned ? ", auth: process.env.GALLEY_TOKEN" : "";
  const headers = fork === "" ? "" : `, headers: { ${forkHeader(fork)} }`;
  const made = `import { strapi } from "@strapi/client";\n\nconst client = strapi({ baseURL: ${JSON.stringify(base + prefix)}${auth}${headers} });\n`;
  const rest = target.slice(prefix.length).split("?")[0] ?? "";
  const call = managed(sample);
  return made + (call ?? fallbackFetch(rest, sample));
}

function fallbackFetch(rest: string, { method, query, body }: RequestSample): string {
  const options = [`method: "${method}"`, ...(body === undefined ? [] : [`body: JSON.stringify(${body})`])];
  return `const response = await client.fetch(${JSON.stringify(`${rest.replace(/^\//, "")}${query === "" ? "" : `?${query}`}`)}, { ${options.join(", ")} });`;
}

function typedClient(sample: RequestSample): string {
  const { url, target, isSigned, fork } = sample;
  const base = url.slice(0, url.length - target.length);
  const asked = `(to, init) => fetch(to, { ...init, headers: { ...init.headers, ${forkHeader(fork)} } })`;
  const token = isSigned ? ", token: process.env.GALLEY_TOKEN" : "";
  const made = `// galley types PATH --out api.ts writes the client\nimport { createClient } from "./api.ts";\n\nconst client = createClient({ url: ${JSON.stringify(base)}${token}${fork === "" ? "" : `, fetch: ${asked}`} });\n`;
  const call = managed(sample);
  return made + (call ?? `// The client has no call for ${sample.endpoint.name}: take fetch.`);
}

/** A call of `collection("posts")` or `single("homepage")`, which both clients have; null for other routes. */
function managed({ endpoint, method, pathValues, query, body }: RequestSample): string | null {
  const [, , name, id, more] = endpoint.path.split("/");
  if (name === undefined || more !== undefined || (id !== undefined && id !== "{documentId}")) return null;
  const isCollection =
    id !== undefined || endpoint.parameters.some(({ name: each }) => each === "pagination") || method === "POST";
  const documentId = id === undefined ? "" : JSON.stringify(pathValues.documentId ?? "");
  const data = dataOf(body);
  const options =
    query === "" ? "" : literal(queryObject(query, { model: modelAt(endpoint.path), models: models.value }));
  const subject = `client.${isCollection ? "collection" : "single"}("${name}")`;
  const listed = (...given: readonly string[]) => given.filter((each) => each !== "").join(", ");
  const calls: { readonly [method: string]: string } = {
    GET: id === undefined ? `find(${options})` : `findOne(${listed(documentId, options)})`,
    POST: `create(${listed(data, options)})`,
    PUT: `update(${listed(documentId, data, options)})`,
    DELETE: `delete(${documentId})`,
  };
  return `const ${method === "DELETE" ? "done" : "{ data }"} = await ${subject}.${calls[method]};`;
}

/** The content type at a path of the API. */
function modelAt(path: string): Model | undefined {
  return models.value?.types.find((model) => `${path}/`.startsWith(`${model.path}/`));
}

function dataOf(body: string | undefined): string {
  try {
    return literal(JSON.parse(body ?? "{}").data ?? {});
  } catch {
    return "{}";
  }
}
