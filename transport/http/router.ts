import type { Action } from "../../engine/internal.ts";

/** The rights that a route requires of its caller: a right, any credentials, a sign-in, or a full-access token. */
export type Needs = Right | "anyone" | "credentials" | "signed in" | "full access";

/** A right to an action on a content type. */
export interface Right {
  readonly type: string;
  readonly action: Action;
  /** Tokens that may only read have the right, and are refused all the same. */
  readonly refusesReaders?: true;
}

/** Beside content types in the table of roles: what routes of the user's own need that belong to none. */
export const CUSTOM_TYPE = "custom";

/** The right to an action of the user's own, which no content type has by itself. */
export function ownRight(type: string, action: string): Right {
  return { type, action: action as Action };
}

/** Describes a route of the user's own in the OpenAPI document. Requests and answers are not checked against it. */
export interface RouteSchema {
  readonly summary?: string;
  readonly description?: string;
  /** JSON Schemas of the query's parameters by name. */
  readonly query?: { readonly [name: string]: JsonSchemaText };
  /** JSON Schema of the body. */
  readonly body?: JsonSchemaText;
  /** JSON Schema of the body of an answer 200. */
  readonly response?: JsonSchemaText;
}

/** JSON Schema 2020-12, as it is in the document. */
type JsonSchemaText = boolean | { readonly [keyword: string]: unknown };

/** `path`: fixed segments, and `:name` for any text, as in `/api/posts/:documentId`. */
export interface Route<H> {
  readonly method: string;
  readonly path: string;
  readonly handle: H;
  /** Describes what the handler checks itself; absent if everyone may call. */
  readonly needs?: Needs;
  /** The name of its operation in the OpenAPI document; null: it is no part of the API that the document describes. */
  readonly describes: string | null;
  /** The description that a route of the user's own was declared with. */
  readonly schema?: RouteSchema;
  /** Takes a path that belongs to another route: neither listed nor described. */
  readonly isAlias?: true;
}

/** A variable segment of a declared path; its group is the name. */
export const VARIABLE = /(?<=\/):([^/]+)/g;

/** A declared path as requests meet it: the same whatever its case, and the names of its variable segments. */
export function shapeOf(path: string): string {
  return path.toLowerCase().replaceAll(VARIABLE, ":");
}

/** The routes of a path: a handler per method, HEAD beside every GET. */
export interface Endpoint<H> {
  /** As declared, with its variable segments: `/api/posts/:documentId`. */
  readonly path: string;
  readonly methods: ReadonlyMap<string, H>;
  /** The methods for the `Allow` header: HEAD first, the others in the order of their routes. */
  readonly allow: string;
}

export interface Match<H> {
  readonly endpoint: Endpoint<H>;
  /** Decoded texts of the path's `:name` segments, in order; one that cannot be decoded is left as it was sent. */
  readonly params: readonly string[];
}

/** A node in the tree of segments. */
interface RouteNode<H> {
  readonly fixed: Map<string, RouteNode<H>>;
  any: RouteNode<H> | null;
  routes: Route<H>[];
  endpoint: Endpoint<H> | null;
}

const NO_PARAMS: readonly string[] = [];

/** A node that a path leads to, and the texts of the variable segments before it. */
interface Reached<H> {
  readonly node: RouteNode<H>;
  readonly params: readonly string[];
}

/**
 * Matches paths by one map look-up per segment, or a single one for a path without variable segments. Fixed segments
 * match in any case, and come before variable ones; one trailing slash is ignored; an empty segment matches nothing.
 */
export class Router<H> {
  /** In the order in which they were given. */
  readonly routes: readonly Route<H>[];
  readonly #root: RouteNode<H> = newNode();
  readonly #fixedPaths = new Map<string, Match<H>>();

  constructor(routes: readonly Route<H>[]) {
    this.routes = routes;
    for (const route of routes) this.#add(route);
  }

  /** `path`: raw, with its leading slash. Null: no route has it. */
  find(path: string): Match<H> | null {
    return this.#fixedPaths.get(path) ?? this.#walk(path);
  }

  /**
   * For a method that the result of `find` does not have: the first other route of the path with it, which fixed
   * segments hide, as `/api/users/:id` for a DELETE of `/api/users/count`. If none has it: all routes of the path at
   * once.
   */
  findHidden(path: string, method: string): Match<H> | null {
    const matches = this.#findAll(path);
    const having = matches.find(({ endpoint }) => endpoint.methods.has(method));
    return having ?? matches.reduce<Match<H> | null>(joined, null);
  }

  #findAll(path: string): readonly Match<H>[] {
    const end = path.length > 1 && path.endsWith("/") ? path.length - 1 : path.length;
    let reached: readonly Reached<H>[] = [{ node: this.#root, params: NO_PARAMS }];
    for (const segment of path.slice(1, end).split("/")) {
      reached = reached.flatMap((each) => nextNodes(each, segment));
    }
    return reached.flatMap(({ node: { endpoint }, params }) => (endpoint === null ? [] : [{ endpoint, params }]));
  }

  #add(route: Route<H>): void {
    let node = this.#root;
    for (const segment of route.path.slice(1).split("/")) node = childFor(node, segment);
    node.routes.push(route);
    node.endpoint = endpointOf(route.path, node.routes);
    if (!route.path.includes(":")) this.#fixedPaths.set(route.path, { endpoint: node.endpoint, params: NO_PARAMS });
  }

  #walk(path: string): Match<H> | null {
    const end = path.length > 1 && path.endsWith("/") ? path.length - 1 : path.length;
    const params: string[] = [];
    let node = this.#root;
    for (let start = 1; start <= end; ) {
      const slash = path.indexOf("/", start);
      const stop = slash === -1 || slash > end ? end : slash;
      const segment = path.slice(start, stop);
      const next = fixedBelow(node, segment) ?? (segment === "" ? null : node.any);
      if (next === null) return null;
      if (next === node.any) params.push(decoded(segment));
      node = next;
      start = stop + 1;
    }
    return node.endpoint === null ? null : { endpoint: node.endpoint, params };
  }
}

/** Whether a path is valid percent-encoding of UTF-8. */
export function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function nextNodes<H>({ node, params }: Reached<H>, segment: string): readonly Reached<H>[] {
  const fixed = fixedBelow(node, segment);
  const any = segment === "" ? null : node.any;
  return [
    ...(fixed === undefined ? [] : [{ node: fixed, params }]),
    ...(any === null ? [] : [{ node: any, params: [...params, decoded(segment)] }]),
  ];
}

/** The routes of both. */
function joined<H>(one: Match<H> | null, other: Match<H>): Match<H> {
  if (one === null) return other;
  const methods = new Map([...one.endpoint.methods, ...other.endpoint.methods]);
  return { endpoint: { path: one.endpoint.path, methods, allow: [...methods.keys()].join(", ") }, params: NO_PARAMS };
}

/**
 * The fault for which Strapi refuses a path: invalid percent-encoding, or the character NUL; null if there is neither.
 */
export function pathFault(path: string): string | null {
  if (!path.includes("%")) return null;
  if (!isDecodable(path)) return "failed to decode";
  return path.includes("%00") ? "Malicious Path" : null;
}

/** Most segments are sent as they are declared. */
function fixedBelow<H>({ fixed }: RouteNode<H>, segment: string): RouteNode<H> | undefined {
  if (fixed.size === 0) return undefined;
  return fixed.get(segment) ?? fixed.get(segment.toLowerCase());
}

function newNode<H>(): RouteNode<H> {
  return { fixed: new Map(), any: null, routes: [], endpoint: null };
}

function childFor<H>(node: RouteNode<H>, segment: string): RouteNode<H> {
  if (segment.startsWith(":")) {
    node.any ??= newNode();
    return node.any;
  }
  // A path is sent percent-encoded beyond ASCII.
  const name = encodedBeyondAscii(segment.toLowerCase()).toLowerCase();
  const child = node.fixed.get(name) ?? newNode();
  node.fixed.set(name, child);
  return child;
}

function encodedBeyondAscii(text: string): string {
  return text.replace(/[^!-~]+/g, encodeURI);
}

function endpointOf<H>(path: string, routes: readonly Route<H>[]): Endpoint<H> {
  const methods = new Map<string, H>();
  for (const { method, handle } of routes) {
    if (method === "GET") methods.set("HEAD", handle);
    methods.set(method, handle);
  }
  return { path, methods, allow: [...methods.keys()].join(", ") };
}

function decoded(segment: string): string {
  // Decoding takes longer than everything else here, and hardly any segment needs it.
  return segment.includes("%") && isDecodable(segment) ? decodeURIComponent(segment) : segment;
}
