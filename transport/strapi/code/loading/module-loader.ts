import { existsSync, readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { extname, isAbsolute, join, relative, sep } from "node:path";
import { createJiti } from "jiti";
import { isRecord } from "../../../../engine/internal.ts";
import type { FailedModule, LoadedModule } from "../project-modules.ts";
import { messageOf } from "../shims/errors.ts";
import { defining, lackingPackage, needs } from "./lacking-package.ts";
import { nativeTypeScript } from "./native-type-script.ts";

/** Modules by name that stand in for Strapi's; `@strapi/utils` stands for `@strapi/utils/…` too. */
export type Shims = { readonly [name: string]: unknown };

/**
 * Loads the files of a project in this process, each once: TypeScript and modules too, as on any supported version of
 * Node.js. A file that cannot be loaded fails alone. Packages that are not installed are stood in for.
 */
export class ModuleLoader {
  readonly failed: FailedModule[] = [];
  /** The first files that need packages which are not installed, each package once. */
  readonly lacking: FailedModule[] = [];
  /** Stand-ins for Strapi's packages, and for packages that are not installed. */
  readonly #shims: Record<string, unknown>;
  readonly #project: string;
  readonly #jiti: ReturnType<typeof createJiti>;

  constructor(project: string, shims: Shims) {
    this.#project = project;
    this.#shims = { ...shims };
    this.#jiti = createJiti(join(project, "package.json"), {
      fsCache: compiledIn(project),
      virtualModules: shimmed(this.#shims),
      // `tsx` files belong to the admin panel.
      extensions: [".js", ".ts", ".cjs", ".mjs", ".cts", ".mts", ".json"],
    });
    this.#forget();
    this.#replace(shims);
    nativeTypeScript(project, (path) => this.#jiti(path));
  }

  /** Loads a file by its path relative to the project; null if it fails. */
  load(file: string): LoadedModule | null {
    try {
      return { file, exports: defaultOf(defining(() => this.#read(join(this.#project, file)))) };
    } catch (error) {
      const name = lackingName(error);
      if (name !== null && !Object.hasOwn(this.#shims, name)) {
        this.#shims[name] = lackingPackage(name);
        this.lacking.push({ file, reason: needs(name) });
        return this.load(file);
      }
      this.failed.push({ file, reason: name === null ? firstLineOf(error) : needs(name) });
      return null;
    }
  }

  /** Loads the first of these files that can be loaded; null if each fails, or there is none. */
  loadFirst(files: readonly string[]): LoadedModule | null {
    const before = this.failed.length;
    for (const file of files) {
      const module = this.load(file);
      if (module === null) continue;
      this.failed.length = before;
      return module;
    }
    // The reason of the first is told, which is the one that Strapi loads.
    this.failed.length = Math.min(this.failed.length, before + 1);
    return null;
  }

  #read(path: string): unknown {
    return extname(path) === ".json" ? JSON.parse(readFileSync(path, "utf8")) : this.#jiti(path);
  }

  /** CommonJS is run by Node.js itself, which would load packages of Strapi that are installed: they are loaded already. */
  #replace(shims: Shims): void {
    const { resolve } = createRequire(join(this.#project, "package.json"));
    for (const [name, exports] of Object.entries(shims)) {
      try {
        const path = resolve(name);
        Reflect.set(this.#jiti.cache, path, Object.assign(new Module(path), { filename: path, loaded: true, exports }));
      } catch {
        // It is not installed.
      }
    }
  }

  /** An earlier load of the same project may have been of other sources. */
  #forget(): void {
    const { cache } = this.#jiti;
    for (const path of Object.keys(cache)) {
      const inside = relative(this.#project, path);
      const isOwn = inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
      if (isOwn && !inside.split(sep).includes("node_modules")) delete cache[path];
    }
  }
}

/**
 * Where the compiled sources of a project are kept for its next start, by the hashes of their texts: as other tools do,
 * beside its packages, which are trusted like its code. Compiling takes two thirds of a start. A project without packages
 * is left as it is.
 */
function compiledIn(project: string): string | false {
  const packages = join(project, "node_modules");
  return existsSync(packages) && join(packages, ".cache/galley");
}

/** Modules below a package are the package: `@strapi/utils/dist/errors` is `@strapi/utils`. */
function shimmed(shims: Shims): Record<string, unknown> {
  const shimOf = (name: string | symbol) =>
    Object.keys(shims).find((shim) => typeof name === "string" && (name === shim || name.startsWith(`${shim}/`)));
  return new Proxy<Record<string, unknown>>(
    {},
    {
      has: (_, name) => shimOf(name) !== undefined,
      get: (_, name) => shims[shimOf(name) ?? ""],
      getOwnPropertyDescriptor: (_, name) =>
        shimOf(name) === undefined
          ? undefined
          : { value: shims[shimOf(name) ?? ""], configurable: true, enumerable: true },
    },
  );
}

/** The default export, also where a compiler has wrapped it. */
function defaultOf(module: unknown): unknown {
  if ((typeof module !== "object" && typeof module !== "function") || module === null) return module;
  const { default: exported } = module as { readonly default?: unknown };
  if (exported === undefined) return module;
  return isRecord(exported) && exported.__esModule === true && "default" in exported ? exported.default : exported;
}

const MISSING = /^Cannot find (?:module|package) '([^'./\\#][^']*)'/;

/** The name of the package without which a file cannot be loaded. */
function lackingName(error: unknown): string | null {
  const name = MISSING.exec(firstLineOf(error))?.[1];
  return name?.split("/", name.startsWith("@") ? 2 : 1).join("/") ?? null;
}

function firstLineOf(error: unknown): string {
  return messageOf(error).split("\n", 1).join();
}
