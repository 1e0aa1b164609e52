import type { ProfileName } from "../config.ts";

/** Types that the generated interfaces are made of. */
export const SHARED_TYPES = `export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Rich text as a list of nodes. */
export type Blocks = { type: string; [key: string]: Json }[];

/** Documents of a relation, by documentId: what it is to be, or how it is to change. */
export type Link =
  | string
  | readonly string[]
  | { set?: readonly string[]; connect?: readonly string[]; disconnect?: readonly string[] };
`;

/** Where a status is written to, which is what the profiles differ in. */
const STATUS_IN: { readonly [P in ProfileName]: string } = {
  contract: `    create: (data, { status, ...query } = {}) =>
      send("POST", path, query, { data: status === undefined ? data : { ...data, status } }),
    update: (id, data, { status, ...query } = {}) => send("PUT", at(id), query, { data, status }),`,
  strapi: `    create: (data, query) => send("POST", path, query, { data }),
    update: (id, data, query) => send("PUT", at(id), query, { data }),`,
};

const SINGLE_STATUS_IN: { readonly [P in ProfileName]: string } = {
  contract: `    update: (data, { status, ...query } = {}) => send("PUT", path, query, { data, status }),`,
  strapi: `    update: (data, query) => send("PUT", path, query, { data }),`,
};

/** A client of the REST API over fetch, for the interfaces of one schema. */
export function clientText(profile: ProfileName, prefix: string): string {
  return `export interface ClientOptions {
  /** Address of the server, without \`${prefix}\`. */
  url: string;
  token?: string | undefined;
  /** The global one when absent. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** What the server refused, in its own words. */
export class ClientError extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, name: string, message: string, details: unknown) {
    super(message);
    this.name = name;
    this.status = status;
    this.details = details;
  }
}

/** Names that are always there. */
type FieldOf<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T] & string;

/** Names that are there when they are populated. */
type NestedOf<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T] & string;

type EntryBehind<V> = NonNullable<V> extends readonly (infer I)[] ? I : NonNullable<V>;

/** An entry with the fields chosen and what was populated. */
export type Shown<T, F extends keyof T, P extends keyof T> = {
  [K in keyof T as K extends "id" | "documentId" | F ? K : never]: T[K];
} & { [K in P]-?: Exclude<T[K], undefined> };

export type Condition<V> =
  | V
  | readonly V[]
  | {
      $eq?: V;
      $ne?: V;
      $in?: readonly V[];
      $notIn?: readonly V[];
      $lt?: V;
      $lte?: V;
      $gt?: V;
      $gte?: V;
      $between?: readonly [V, V];
      $null?: boolean;
      $notNull?: boolean;
      $eqi?: string;
      $nei?: string;
      $contains?: string;
      $notContains?: string;
      $containsi?: string;
      $notContainsi?: string;
      $startsWith?: string;
      $startsWithi?: string;
      $endsWith?: string;
      $endsWithi?: string;
      $not?: Condition<V>;
    };

export type Filters<T> = {
  [K in FieldOf<T>]?: Condition<T[K] extends string | number | boolean | null ? NonNullable<T[K]> : string>;
} & { [K in NestedOf<T>]?: Filters<EntryBehind<T[K]>> } & {
  $and?: readonly Filters<T>[];
  $or?: readonly Filters<T>[];
  $not?: Filters<T>;
};

export type Sort<T> = FieldOf<T> | \`\${FieldOf<T>}:\${"asc" | "desc"}\` | \`\${NestedOf<T>}.\${string}\`;

export type Populate<T> = {
  [K in NestedOf<T>]?:
    | boolean
    | {
        fields?: readonly FieldOf<EntryBehind<T[K]>>[];
        filters?: Filters<EntryBehind<T[K]>>;
        sort?: Sort<EntryBehind<T[K]>> | readonly Sort<EntryBehind<T[K]>>[];
        populate?: "*" | readonly NestedOf<EntryBehind<T[K]>>[] | Populate<EntryBehind<T[K]>>;
        on?: { [component: string]: unknown };
      };
};

interface Showing<T, F, P extends string> {
  fields?: readonly F[];
  populate?: readonly P[] | (Populate<T> & { [K in P]?: unknown });
}

export interface Query<T, F, P extends string> extends Showing<T, F, P> {
  filters?: Filters<T>;
  sort?: Sort<T> | readonly Sort<T>[];
  pagination?: { page?: number; pageSize?: number; start?: number; limit?: number; withCount?: boolean };
  status?: "draft" | "published";
  _q?: string;
}

export interface WriteOptions<T, F, P extends string> extends Showing<T, F, P> {
  status?: "draft" | "published";
}

export interface List<E> {
  data: E[];
  meta: {
    pagination: {
      page?: number;
      pageSize?: number;
      pageCount?: number;
      start?: number;
      limit?: number;
      total?: number;
    };
  };
}

export interface Collection<T extends { id: number }, I> {
  find<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    query?: Query<T, F, P>,
  ): Promise<List<Shown<T, F, P>>>;
  findOne<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    documentId: string,
    query?: Query<T, F, P>,
  ): Promise<{ data: Shown<T, F, P> }>;
  create<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    data: I,
    options?: WriteOptions<T, F, P>,
  ): Promise<{ data: Shown<T, F, P> }>;
  update<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    documentId: string,
    data: Partial<I>,
    options?: WriteOptions<T, F, P>,
  ): Promise<{ data: Shown<T, F, P> }>;
  delete(documentId: string): Promise<void>;
}

export interface Single<T extends { id: number }, I> {
  find<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    query?: Query<T, F, P>,
  ): Promise<{ data: Shown<T, F, P> }>;
  update<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    data: Partial<I>,
    options?: WriteOptions<T, F, P>,
  ): Promise<{ data: Shown<T, F, P> }>;
  delete(): Promise<void>;
}

export interface Client {
  collection<K extends keyof Collections>(name: K): Collection<Collections[K]["entry"], Collections[K]["input"]>;
  single<K extends keyof Singles>(name: K): Single<Singles[K]["entry"], Singles[K]["input"]>;
}

/** A client of the API at an address. Its calls reject with ClientError where the server refuses. */
export function createClient(options: ClientOptions): Client {
  return {
    collection: (name) => collectionAt(options, \`${prefix}/\${name}\`),
    single: (name) => singleAt(options, \`${prefix}/\${name}\`),
  };
}

function collectionAt<T extends { id: number }, I>(options: ClientOptions, path: string): Collection<T, I> {
  const send = senderOf(options);
  const at = (id: string) => \`\${path}/\${encodeURIComponent(id)}\`;
  return {
    find: (query) => send("GET", path, query),
    findOne: (id, query) => send("GET", at(id), query),
${STATUS_IN[profile]}
    delete: (id) => send("DELETE", at(id)),
  };
}

function singleAt<T extends { id: number }, I>(options: ClientOptions, path: string): Single<T, I> {
  const send = senderOf(options);
  return {
    find: (query) => send("GET", path, query),
${SINGLE_STATUS_IN[profile]}
    delete: () => send("DELETE", path),
  };
}

function senderOf({ url, token, fetch: request = fetch }: ClientOptions) {
  return async <R>(method: string, path: string, query: object = {}, body?: unknown): Promise<R> => {
    const headers: Record<string, string> = {};
    if (token !== undefined) headers["authorization"] = \`Bearer \${token}\`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    const text = pairsOf(query).join("&");
    const answer = await request(url.replace(/\\/$/, "") + path + (text === "" ? "" : \`?\${text}\`), init);
    const read: unknown = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
    if (answer.ok) return read as R;
    const { error } = (read ?? {}) as { error?: { name?: string; message?: string; details?: unknown } };
    throw new ClientError(answer.status, error?.name ?? "Error", error?.message ?? answer.statusText, error?.details);
  };
}

/** A value in bracket notation: \`filters[title][$eq]=x\`. */
function pairsOf(value: unknown, name = ""): string[] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) {
    return [\`\${encodeURIComponent(name)}\${value === null ? "" : \`=\${encodeURIComponent(String(value))}\`}\`];
  }
  return Object.entries(value).flatMap(([key, part]) => pairsOf(part, name === "" ? key : \`\${name}[\${key}]\`));
}
`;
}
