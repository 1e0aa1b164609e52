import { resolve } from "node:path";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import type { Galley } from "../../../library/galley.ts";
import type { LooseDocuments } from "../../../parts/routes/own-route.ts";
import { fieldsOf, type Log } from "../../../runtime/log.ts";
import { loadModules } from "../loading/load-modules.ts";
import { createStrapi } from "../object/create-strapi.ts";
import type { LoadedModule, ProjectModules } from "../project-modules.ts";
import { currentRealm, publish, within } from "../realm.ts";
import { type PlanOptions, planRoutes, type RoutePlan } from "../routing/plan-routes.ts";
import { SHIMS } from "../shims/shims.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";

/** The project whose code runs. */
export interface ProjectCodeOptions {
  /** Its folder. */
  readonly project: string;
  /** Code that cannot be run ends the start. */
  readonly strict: boolean;
}

interface Given extends ProjectCodeOptions {
  readonly definition: SchemaDefinition;
  readonly log: Log;
  readonly config: Readonly<Record<string, Loose>>;
}

/** The code of a project in one galley, from its loading to its end. */
export class ProjectCode {
  readonly modules: ProjectModules;
  readonly strapi: StrapiObject;
  readonly #log: Log;
  readonly #strict: boolean;
  readonly #unpublish: () => void;
  #galley: Galley | null = null;
  /** By their content. */
  readonly #galleys = new WeakMap<Store, Galley>();

  private constructor(modules: ProjectModules, { definition, log, config, strict }: Given) {
    this.modules = modules;
    this.#log = log;
    this.#strict = strict;
    this.strapi = createStrapi({
      modules,
      definition,
      log,
      config,
      documents: (uid) => (this.galley.documents as unknown as LooseDocuments)(uid),
      use: (middleware) => this.#use(middleware),
    });
    this.#unpublish = publish(this.strapi);
  }

  /** Loads it. Files that cannot be loaded are told; `strict`: they end the start. */
  static async load(given: Given): Promise<ProjectCode> {
    const project = resolve(given.project);
    const modules = await loadModules(project, process.env, SHIMS);
    const lines = modules.failed.map(({ file, reason }) => `${file} is not run: ${reason}`);
    if (given.strict && lines.length > 0) throw new Error(lines.join("\n"));
    for (const line of lines) given.log.warn({}, line);
    return new ProjectCode(modules, given);
  }

  /** The galley for which code runs now. */
  get galley(): Galley {
    const { strapi, galley } = currentRealm() ?? {};
    if (galley !== undefined && strapi === this.strapi) return galley;
    if (this.#galley === null) throw new Error("strapi has no content yet: use it in register or bootstrap");
    return this.#galley;
  }

  /** From now on code runs for requests to this galley, or fork. */
  serves(galley: Galley, store: Store): void {
    this.#galleys.set(store, galley);
  }

  /** Runs code for a request to the galley, or the fork, with this content. */
  within<T>(store: Store, request: unknown, work: () => T): T {
    return within({ strapi: this.strapi, galley: this.#galleys.get(store) ?? this.galley, request }, work);
  }

  /**
   * The routes of the project, and its code around all requests. Routes that are not served are told.
   *
   * @throws Error for a route that is not served, if that ends the start.
   */
  routes(options: PlanOptions): RoutePlan {
    const plan = this.run(() => planRoutes(this, options));
    const [first] = plan.faults;
    if (this.#strict && first !== undefined) {
      this.#unpublish();
      throw new Error(plan.faults.join("\n"));
    }
    for (const line of plan.faults) this.#log.warn({}, line);
    return plan;
  }

  /** Runs code of the project, for a galley or a fork of it. */
  run<T>(work: () => T, galley = this.galley): T {
    return within({ ...currentRealm(), strapi: this.strapi, galley }, work);
  }

  /** Calls `register` and `bootstrap`: of plugins first, then of the project. */
  async start(galley: Galley): Promise<void> {
    this.#galley = galley;
    const { plugins, entry } = this.modules;
    const entries = [...plugins.flatMap((plugin) => plugin.entry ?? []), ...(entry === null ? [] : [entry])];
    try {
      for (const step of ["register", "bootstrap"]) for (const each of entries) await this.#call(each, step);
    } catch (error) {
      this.#unpublish();
      throw error;
    }
  }

  async #call({ file, exports }: LoadedModule, step: string): Promise<void> {
    const work = (exports as Loose)?.[step];
    if (typeof work !== "function") return;
    try {
      await this.run(() => work({ strapi: this.strapi }));
    } catch (error) {
      if (this.#strict) throw error;
      this.#log.error(fieldsOf(error), `${step} of ${file} failed`);
    }
  }

  #use(middleware: Loose): () => void {
    return this.galley.use((context, next) => {
      const contentType = this.strapi.contentType(context.uid);
      if (contentType !== undefined) Object.defineProperty(context, "contentType", { value: contentType });
      return this.run(() => middleware(context, next));
    });
  }

  async close(): Promise<void> {
    const { entry } = this.modules;
    if (entry !== null) await this.#call(entry, "destroy").catch(() => {});
    this.#unpublish();
  }
}
