/** A file of a project's code, loaded. */
export interface LoadedModule {
  /** Relative to the project, with slashes. */
  readonly file: string;
  /** Its default export, or the module. */
  readonly exports: unknown;
}

type ByName = ReadonlyMap<string, LoadedModule>;

/** The code of one api of `src/api`, or of one plugin of `src/plugins`. */
export interface ApiModules {
  readonly name: string;
  /** Alphabetical by file. */
  readonly routes: readonly LoadedModule[];
  readonly controllers: ByName;
  readonly services: ByName;
  readonly policies: ByName;
  readonly middlewares: ByName;
  /** By the singular name of the content type. */
  readonly lifecycles: ByName;
}

/** A plugin of `src/plugins`, with the `register`, `bootstrap` and `destroy` of its entry. */
export interface PluginModules extends ApiModules {
  readonly entry: LoadedModule | null;
}

/** `strapi-server` of `src/extensions/NAME`. */
export interface ExtensionModule {
  /** Name of the plugin that it extends. */
  readonly name: string;
  readonly server: LoadedModule | null;
  /** Lifecycles beside content types of the extension, by singular name. */
  readonly lifecycles: ByName;
}

/** A file of a project's code that is not run. */
export interface FailedModule {
  readonly file: string;
  /** `it needs the package slugify (npm install in the project)` */
  readonly reason: string;
}

/** A project's own code, in memory. Nothing of it has been called, except functions that give the configuration. */
export interface ProjectModules {
  /** Absolute. */
  readonly project: string;
  readonly apis: readonly ApiModules[];
  readonly plugins: readonly PluginModules[];
  readonly extensions: readonly ExtensionModule[];
  /** `src/policies` */
  readonly policies: ByName;
  /** `src/middlewares` */
  readonly middlewares: ByName;
  /** `src/index` */
  readonly entry: LoadedModule | null;
  /** `config/*`, overridden by `config/env/NODE_ENV/*`, by name: `server`, `plugins`, `middlewares`, … */
  readonly config: ReadonlyMap<string, unknown>;
  readonly failed: readonly FailedModule[];
  /** Files that run without packages which they need: uses of those are refused. Each package is told once. */
  readonly lacking: readonly FailedModule[];
  /** Names of plugins that are packages, which are not loaded. */
  readonly packages: ReadonlySet<string>;
}
