import { readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { extname, isAbsolute, join, relative, sep } from "node:path";
import { createJiti } from "jiti";
import { isRecord } from "../../../../engine/internal.ts";
import type { FailedModule, LoadedModule } from "../project-modules.ts";

/** Modules by name that stand in for Strapi's; `@strapi/utils` stands for `@strapi/utils/…` too. */
export type Shims = { readonly [name: string]: unknown };

/**
 * Loads the files of a project in this process, each once: TypeScript and modules too, as on any supported version of
 * Node.js. A file that cannot be loaded fails alone.
 */
export class ModuleLoader {
  readonly failed: FailedModule[] = [];
  readonly #project: string;
  readonly #jiti: ReturnType<typeof createJiti>;

  constructor(project: string, shims: Shims) {
    this.#project = project;
    this.#jiti = createJiti(join(project, "package.json"), {
      fsCache: false,
      virtualModules: shimmed(shims),
      // `tsx` files belong to the admin panel.
      extensions: [".js", ".ts", ".cjs", ".mjs", ".cts", ".mts", ".json"],
    });
    this.#forget();
    this.#replace(shims);
  }

  /** Loads a file by its path relative to the project; null if it fails. */
  load(file: string): LoadedModule | null {
    try {
      return { file, exports: defaultOf(this.#read(join(this.#project, file))) };
    } catch (error) {
      this.failed.push({ file, reason: reasonOf(error) });
      return null;
    }
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

const MISSING = /^Cannot find (?:module|package) '([^'./\\][^']*)'/;

function reasonOf(error: unknown): string {
  const message = isRecord(error) ? String(error.message) : String(error);
  const [first = ""] = message.split("\n");
  const name = MISSING.exec(first)?.[1];
  if (name === undefined) return first;
  const parts = name.split("/");
  return `it needs the package ${parts.slice(0, name.startsWith("@") ? 2 : 1).join("/")} (npm install in the project)`;
}
