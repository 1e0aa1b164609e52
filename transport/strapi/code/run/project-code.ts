import { resolve } from "node:path";
import { FILE_TYPE, type SchemaDefinition } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { PERMISSION_TYPE, ROLE_TYPE, USER_TYPE } from "../../../access/user-types.ts";
import type { Hook, HookAction } from "../../../hooks/hook.ts";
import type { Hooks } from "../../../hooks/hooks.ts";
import type { BeforeRow } from "../../../hooks/row-calls.ts";
import type { Galley } from "../../../library/galley.ts";
import type { OpenPart, OwnTokens } from "../../../parts/part.ts";
import type { Uploads } from "../../../parts/uploads/uploads.ts";
import { addDefaultRoles } from "../../../parts/users/roles/default-roles.ts";
import type { UserConfig } from "../../../parts/users/user-settings.ts";
import { fieldsOf, type Log } from "../../../runtime/log.ts";
import type { ReadBy } from "../koa/read-source.ts";
import { aroundDocuments, beforeCall } from "../lifecycles/around-documents.ts";
import { Lifecycles } from "../lifecycles/lifecycles.ts";
import { withHashes, withPasswords } from "../lifecycles/with-hashes.ts";
import { loadModules, loadVariables } from "../loading/load-modules.ts";
import { type CreatedStrapi, createStrapi } from "../object/create-strapi.ts";
import { ProjectCron } from "../object/cron.ts";
import { EventHub } from "../object/event-hub.ts";
import { StrapiServer } from "../object/strapi-server.ts";
import { runTransaction } from "../object/transactions.ts";
import { builtInServices, type PluginParts, type UserTokens } from "../plugins/built-in-plugins.ts";
import { extendedPlugin } from "../plugins/extended-plugin.ts";
import { GraphqlExtension } from "../plugins/graphql/graphql-extension.ts";
import { localeRows } from "../plugins/i18n-services.ts";
import type { ProjectCodeOptions } from "../project-code-options.ts";
import type { LoadedModule, ProjectModules } from "../project-modules.ts";
import { Rows } from "../queries/rows.ts";
import { currentRealm, publish, within } from "../realm.ts";
import { type PlanOptions, planRoutes, type RoutePlan } from "../routing/plan-routes.ts";
import { SHIMS } from "../shims/shims.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";
import { storeInitialPermissions } from "./initial-permissions.ts";
import { outliveErrors } from "./outlive-errors.ts";

type Extend = NonNullable<OpenPart["extendGraphql"]>;

interface Given extends ProjectCodeOptions {
  readonly definition: SchemaDefinition;
  readonly log: Log;
  readonly config: Readonly<Record<string, Loose>>;
  readonly locales: PluginParts["locales"];
  readonly users: UserConfig;
  /** Null where nobody can sign in. */
  readonly tokens: OwnTokens | null;
  readonly send: (galley: Galley, mail: Loose) => Promise<void>;
  readonly uploads: (galley: Galley) => Promise<Uploads>;
  /** The readers of requests to the galley with this content. */
  readonly readBy: (store: Store) => ReadBy;
}

/** Logs a text once. */
function noting(log: Log): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    log.warn({}, `Of the project's code: ${text}`);
  };
}

/** `model` of a lifecycle event. */
function modelOf({ contentTypes }: StrapiObject, uid: string): Loose {
  const { info, collectionName, attributes } = contentTypes[uid] ?? {};
  return { uid, singularName: info?.singularName, tableName: collectionName, attributes };
}

/** The code of a project in one galley, from its loading to its end. */
export class ProjectCode {
  /** Its modules, with what extensions have made of plugins. */
  modules: ProjectModules;
  readonly strapi: StrapiObject;
  /** The middlewares and routes of `strapi.server`. */
  readonly server: StrapiServer;
  #isRouted = false;
  readonly #graphql: GraphqlExtension;
  readonly #given: Given;
  readonly #created: CreatedStrapi;
  /** Takes back what is global in the process. */
  readonly #release: () => void;
  readonly #lifecycles: Lifecycles;
  readonly #cron: ProjectCron;
  #galley: Galley | null = null;
  /** By their content. */
  readonly #galleys = new WeakMap<Store, Galley>();
  #hooks: Hooks | null = null;
  /** The types of subscribers that came before the content, as from an extension of a plugin. */
  readonly #early: (ReadonlySet<string> | null)[] = [];
  /** The types whose writes, or reads, have lifecycles around them. */
  readonly #heard = new Set<string>();

  private constructor(modules: ProjectModules, given: Given) {
    const { definition, log, config } = given;
    this.modules = modules;
    this.#given = given;
    const run = <T>(work: () => T) => this.run(work);
    const strapi = () => this.strapi;
    const note = noting(log);
    this.#graphql = new GraphqlExtension(modules.project, note);
    this.#lifecycles = new Lifecycles(
      (uid) => modelOf(this.strapi, uid),
      (models) => this.#hear(models),
    );
    this.#cron = new ProjectCron({ log, strapi, galley: () => this.galley, run });
    // As koa's router lists them.
    const routes = () => this.galley.routes().map(({ method, path }) => ({ name: null, methods: [method], path }));
    this.server = new StrapiServer(() => (this.#isRouted ? routes() : []));
    const eventHub = new EventHub({ log, run, hear: (listener) => void this.galley.on("*", listener) });
    const tokens = given.tokens && this.#tokens(given.tokens);
    this.#created = createStrapi({
      lifecycles: this.#lifecycles,
      eventHub,
      cron: this.#cron,
      server: this.server.object,
      store: () => this.galley.store,
      builtIn: builtInServices({
        strapi,
        galley: () => this.galley,
        uploads: () => given.uploads(this.galley),
        note,
        graphql: this.#graphql,
        tokens,
        // Mail of a transaction must not stay with what it drops.
        send: (mail) => given.send(currentRealm()?.transaction?.outside ?? this.galley, mail),
        locales: given.locales,
      }),
      locales: () => localeRows(given.locales),
      users: given.users,
      transaction: (work) => runTransaction({ ...currentRealm(), strapi: this.strapi, galley: this.galley }, work),
      note,
      modules,
      definition,
      log,
      config,
      documents: (uid) => (this.galley as Loose).documents(uid),
      use: (middleware) => this.#use(middleware),
    });
    this.strapi = this.#created.strapi;
    const undo = [publish(this.strapi), outliveErrors(modules.project, log)];
    this.#release = () => {
      for (const each of undo) each();
    };
  }

  /** Loads it. Files that cannot be loaded are told; `strict`: they end the start. */
  static async load(given: Given): Promise<ProjectCode> {
    const project = resolve(given.project);
    await loadVariables(project);
    const modules = await loadModules(project, process.env, SHIMS);
    const lines = [
      ...modules.failed.map(({ file, reason }) => `${file} is not run: ${reason}`),
      ...modules.lacking.map(({ file, reason }) => `${file} is run in part: ${reason}`),
    ];
    if (given.strict && lines.length > 0) throw new Error(lines.join("\n"));
    for (const line of lines) given.log.warn({}, line);
    const code = new ProjectCode(modules, given);
    await code.#extend();
    return code;
  }

  /** Runs the extensions of plugins. One that fails leaves its plugin as it is. */
  async #extend(): Promise<void> {
    for (const extension of this.modules.extensions) {
      const { name, server } = extension;
      // As in Strapi, the extension of a plugin that is not there is not run.
      if (server === null || this.strapi.plugin(name) === undefined) continue;
      const own = this.modules.plugins.find((plugin) => plugin.name === name);
      try {
        const extended = await within({ strapi: this.strapi, galley: null }, () =>
          extendedPlugin(extension, { strapi: this.strapi, own }),
        );
        this.#created.add("plugin", extended);
        const others = this.modules.plugins.filter((plugin) => plugin !== own);
        this.modules = { ...this.modules, plugins: [...others, extended] };
      } catch (error) {
        if (this.#given.strict) {
          this.#release();
          throw error;
        }
        this.#given.log.error(fieldsOf(error), `${server.file} failed`);
      }
    }
  }

  /** The galley for which code runs now. */
  get galley(): Galley {
    const { strapi, galley } = currentRealm() ?? {};
    if (galley && strapi === this.strapi) return galley;
    if (this.#galley === null) throw new Error("strapi has no content yet: use it in register or bootstrap");
    return this.#galley;
  }

  /** From now on code runs for requests to this galley, or fork. */
  serves(galley: Galley, store: Store): void {
    this.#galleys.set(store, galley);
  }

  /** Runs the lifecycles of a type around a write that is no call of the Document Service. */
  readonly beforeRow: BeforeRow = async (call, store) => {
    if (!this.#lifecycles.hears(call.uid)) return async () => {};
    const galley = this.#galleys.get(store);
    const { data } = call.params;
    if (data !== undefined) call.params.data = withHashes(data);
    const after = await this.run(() => beforeCall({ lifecycles: this.#lifecycles, store: () => store }, call), galley);
    if (data !== undefined) call.params.data = withPasswords(call.params.data ?? {}, data);
    return async (documentId) => {
      await this.run(() => after(documentId), galley);
    };
  };

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
    this.#isRouted = true;
    const [first] = plan.faults;
    if (this.#given.strict && first !== undefined) {
      this.#release();
      throw new Error(plan.faults.join("\n"));
    }
    for (const line of plan.faults) this.#given.log.warn({}, line);
    return plan;
  }

  /** Runs code of the project, for a galley or a fork of it. */
  run<T>(work: () => T, galley = this.galley): T {
    return within({ ...currentRealm(), strapi: this.strapi, galley }, work);
  }

  /** Calls `register` and `bootstrap`: of plugins first, then of the project. `extend`: null without GraphQL. */
  async start(galley: Galley, hooks: Hooks, extend: Extend | null): Promise<void> {
    this.#galley = galley;
    this.#hooks = hooks;
    // Code grants permissions to Strapi's roles.
    const { types } = galley.store.engine.schema;
    if (types.has(ROLE_TYPE)) await addDefaultRoles(galley.store);
    if (types.has(PERMISSION_TYPE)) await storeInitialPermissions(galley.store);
    for (const models of this.#early.splice(0)) this.#hear(models);
    this.#addLifecycles();
    const { plugins, entry } = this.modules;
    const entries = [...plugins.flatMap((plugin) => plugin.entry ?? []), ...(entry === null ? [] : [entry])];
    try {
      for (const each of entries) await this.#call(each, "register");
      this.server.isRegistered = true;
      this.#graphql.end();
      if (!this.#graphql.isEmpty) this.run(() => this.#extendGraphql(extend));
      for (const each of entries) await this.#call(each, "bootstrap");
      const { enabled = false, tasks } = this.strapi.config.get("server.cron", {});
      if (enabled) this.#cron.add(tasks);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Additions that are not valid are told and left out. */
  #extendGraphql(extend: Extend | null): void {
    if (extend === null) {
      this.#given.log.warn({}, "GraphQL is off: what the project's code adds to it is not served");
      return;
    }
    const leaveOut = (error: unknown, place = "") => {
      if (this.#given.strict) throw error;
      this.#given.log.error(fieldsOf(error), `GraphQL is served without what code adds to it${place}`);
    };
    const added = () =>
      extend((definitions) => this.#graphql.made({ project: this, readBy: this.#given.readBy, definitions, leaveOut }));
    try {
      added();
    } catch (error) {
      leaveOut(error);
      this.#graphql.leaveAll();
      added();
    }
  }

  #addLifecycles(): void {
    const { apis, plugins, extensions } = this.modules;
    const kinds = [
      ["api", apis],
      ["plugin", [...plugins, ...extensions.filter(({ server }) => server === null)]],
    ] as const;
    for (const [kind, all] of kinds) {
      for (const { name, lifecycles } of all) {
        for (const [type, { exports }] of lifecycles) {
          this.#lifecycles.subscribe({ ...(exports as object), models: [`${kind}::${name}.${type}`] });
        }
      }
    }
  }

  /** Puts lifecycles around the calls of these types, null for all. */
  #hear(models: ReadonlySet<string> | null): void {
    if (this.#hooks === null) {
      this.#early.push(models);
      return;
    }
    const { types } = this.galley.store.engine.schema;
    const wanted = models ?? [...types.keys()].filter((uid) => uid.startsWith("api::") || OF_PLUGINS.has(uid));
    const known = [...wanted].filter((uid) => types.has(uid));
    const around = aroundDocuments({ lifecycles: this.#lifecycles, store: () => this.galley.store });
    const add = (uids: readonly string[], actions: readonly HookAction[]) => {
      const added = uids.filter((uid) => !this.#heard.has(`${actions[0]} ${uid}`));
      for (const uid of added) this.#heard.add(`${actions[0]} ${uid}`);
      const hook: Hook = (context, next) => this.run(() => around(context, next));
      if (added.length > 0) this.#hooks?.addInnermost({ types: added, actions }, hook);
    };
    add(known, WRITES);
    add(
      known.filter((uid) => this.#lifecycles.hearsOfReads(uid)),
      READS,
    );
  }

  #tokens(tokens: OwnTokens): UserTokens {
    const userOf = (id: unknown) => {
      const { store } = this.galley;
      return new Rows(store, store.engine.schema.type(USER_TYPE)).find({ where: { id } })[0];
    };
    const inSession = async (id: unknown) => {
      if (id === undefined) throw new Error("Cannot issue token: missing user id");
      const { Authorization } = await this.galley.signIn(Number(id));
      return Authorization.replace("Bearer ", "");
    };
    return {
      issue: (claims, expiresIn) => {
        if (tokens.hasSessions) return inSession(claims.id ?? claims.userId);
        const { clock } = this.galley;
        const user = claims.id === undefined ? undefined : userOf(claims.id);
        const password = typeof user?.password === "string" ? user.password : null;
        const options = { ...(user !== undefined && { password }), ...(expiresIn !== null && { expiresIn }) };
        return tokens.issue(claims, options, clock.now());
      },
      verify: (token) => {
        const claims = tokens.verify(token);
        const isOver = typeof claims?.exp === "number" && claims.exp * 1000 < this.galley.clock.now();
        if (isOver || !tokens.hasSessions) return isOver ? null : claims;
        const { type, userId, sessionId } = claims ?? {};
        const user = type === "access" ? userOf(Number(userId)) : undefined;
        return user === undefined ? null : { id: user.id, sessionId };
      },
    };
  }

  /** Begins nothing new. */
  drain(): void {
    this.#cron.drain();
  }

  async #call({ file, exports }: LoadedModule, step: string): Promise<void> {
    const work = (exports as Loose)?.[step];
    if (typeof work !== "function") return;
    try {
      await this.run(() => work({ strapi: this.strapi }));
    } catch (error) {
      if (this.#given.strict) throw error;
      this.#given.log.error(fieldsOf(error), `${step} of ${file} failed`);
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
    await this.#cron.close();
    this.#release();
  }
}

const READS = ["findMany", "findOne", "findFirst", "count"] as const;
const WRITES = ["create", "update", "delete", "clone", "publish", "unpublish", "discardDraft"] as const;

/** Types besides the project's whose rows a subscriber to all types hears of. */
const OF_PLUGINS: ReadonlySet<string> = new Set([USER_TYPE, FILE_TYPE]);
