import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { QUERY_TYPES } from "./query-types.ts";

/** Where a status is written to: the difference between the profiles. */
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
  /** Default: the global one. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** A refusal of the server, in its own words. */
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

${QUERY_TYPES}
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
  ): Promise<List<EntryWith<T, F, P>>>;
  findOne<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    documentId: string,
    query?: Query<T, F, P>,
  ): Promise<{ data: EntryWith<T, F, P> }>;
  create<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    data: I,
    options?: WriteOptions<T, F, P>,
  ): Promise<{ data: EntryWith<T, F, P> }>;
  update<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    documentId: string,
    data: Partial<I>,
    options?: WriteOptions<T, F, P>,
  ): Promise<{ data: EntryWith<T, F, P> }>;
  delete(documentId: string, options?: DeleteOptions): Promise<void>;
}

export interface Single<T extends { id: number }, I> {
  find<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    query?: Query<T, F, P>,
  ): Promise<{ data: EntryWith<T, F, P> }>;
  update<F extends FieldOf<T> = FieldOf<T>, P extends NestedOf<T> = never>(
    data: Partial<I>,
    options?: WriteOptions<T, F, P>,
  ): Promise<{ data: EntryWith<T, F, P> }>;
  delete(options?: DeleteOptions): Promise<void>;
}

export interface Client {
  collection<K extends keyof Collections>(name: K): Collection<Collections[K]["entry"], Collections[K]["input"]>;
  single<K extends keyof Singles>(name: K): Single<Singles[K]["entry"], Singles[K]["input"]>;
}

/** A client of the API at an address. Its calls reject with ClientError if the server refuses. */
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
    delete: (id, query) => send("DELETE", at(id), query),
  };
}

function singleAt<T extends { id: number }, I>(options: ClientOptions, path: string): Single<T, I> {
  const send = senderOf(options);
  return {
    find: (query) => send("GET", path, query),
${SINGLE_STATUS_IN[profile]}
    delete: (query) => send("DELETE", path, query),
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
