import type { LooseDocuments } from "../../parts/routes/own-route.ts";

// biome-ignore lint/suspicious/noExplicitAny: code of a project is written for JavaScript
export type Loose = any;

/** A service of a project: its functions by name. */
export interface StrapiService {
  readonly [name: string]: Loose;
}

/** A controller: its actions by name, each called with `ctx`. */
export interface StrapiController {
  [action: string]: (ctx: Loose, next?: () => Promise<unknown>) => unknown;
}

/** `strapi.plugin(name)` */
export interface StrapiPlugin {
  service(name: string): StrapiService;
  controller(name: string): StrapiController;
  contentType(name: string): Loose;
  config<T>(key: string, fallback?: T): T;
  readonly services: { readonly [name: string]: StrapiService };
  readonly controllers: { readonly [name: string]: StrapiController };
  readonly contentTypes: { readonly [name: string]: Loose };
  readonly routes: Loose;
  readonly policies: { readonly [name: string]: Loose };
  readonly middlewares: { readonly [name: string]: Loose };
}

/** `strapi.config` */
export interface StrapiConfig {
  get(path: string, fallback?: unknown): Loose;
  has(path: string): boolean;
  set(path: string, value: unknown): StrapiConfig;
  readonly [name: string]: Loose;
}

/** `strapi.db.query(uid)` */
export interface StrapiQuery {
  findOne(params?: Loose): Promise<Loose>;
  findMany(params?: Loose): Promise<Loose[]>;
  findWithCount(params?: Loose): Promise<[Loose[], number]>;
  findPage(params?: Loose): Promise<Loose>;
  count(params?: Loose): Promise<number>;
  create(params: Loose): Promise<Loose>;
  createMany(params: Loose): Promise<{ readonly count: number; readonly ids: readonly number[] }>;
  update(params: Loose): Promise<Loose>;
  updateMany(params: Loose): Promise<{ readonly count: number }>;
  delete(params: Loose): Promise<Loose>;
  deleteMany(params?: Loose): Promise<{ readonly count: number }>;
}

/** The `strapi` that a project's code is given. A call of any other member of a real one is refused by name. */
export interface StrapiObject {
  readonly documents: LooseDocuments & { use(middleware: Loose): Loose };
  readonly db: {
    query(uid: string): StrapiQuery;
    readonly lifecycles: { subscribe(subscriber: Loose): () => void };
    [name: string]: Loose;
  };
  query(uid: string): StrapiQuery;
  readonly entityService: Loose;
  /** `sanitize` and `validate` */
  readonly contentAPI: Loose;
  service(uid: string): StrapiService;
  readonly services: { readonly [uid: string]: StrapiService };
  controller(uid: string): StrapiController;
  policy(uid: string): Loose;
  readonly controllers: { readonly [uid: string]: StrapiController };
  /** Undefined for one that nobody names. */
  plugin(name: string): StrapiPlugin | undefined;
  readonly plugins: { readonly [name: string]: StrapiPlugin };
  contentType(uid: string): Loose;
  readonly contentTypes: { readonly [uid: string]: Loose };
  readonly components: { readonly [uid: string]: Loose };
  getModel(uid: string): Loose;
  readonly config: StrapiConfig;
  readonly log: Record<
    "fatal" | "error" | "warn" | "info" | "http" | "verbose" | "debug" | "trace" | "silly",
    (...given: readonly unknown[]) => void
  >;
  readonly eventHub: Loose;
  readonly cron: Loose;
  store(options?: Loose): Loose;
  readonly webhookStore: Loose;
  get(name: string): Loose;
  readonly customFields: { register(field: Loose): void };
  readonly requestContext: { get(): Loose };
  readonly dirs: Loose;
  readonly fs: Loose;
  readonly admin: Loose;
  readonly isLoaded: boolean;
  /** `use`, `routes`, `router` */
  readonly server: Loose;
  readonly fetch: typeof fetch;
  readonly startupLogger: StrapiObject["log"];
  readonly EE: boolean;
  readonly ee: Loose;
  readonly features: Loose;
  readonly telemetry: Loose;
}
