import { defining } from "../loading/lacking-package.ts";
import type { LoadedModule } from "../project-modules.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";

/**
 * A project's definitions by uid (`api::page.page`), each made at its first use: a module gives it, or a function that
 * is called with `strapi`. `otherwise` makes the ones that the project does not define.
 */
export class Registry<T> {
  readonly #modules = new Map<string, LoadedModule>();
  readonly #made = new Map<string, T>();
  readonly #strapi: () => StrapiObject;
  readonly #otherwise: (uid: string) => T | undefined;

  constructor(strapi: () => StrapiObject, otherwise: (uid: string) => T | undefined = () => undefined) {
    this.#strapi = strapi;
    this.#otherwise = otherwise;
  }

  /** Members of the names `prefix.NAME`. */
  addAll(prefix: string, modules: ReadonlyMap<string, LoadedModule>): void {
    for (const [name, module] of modules) {
      this.#modules.set(`${prefix}.${name}`, module);
      this.#made.delete(`${prefix}.${name}`);
    }
  }

  get(uid: string): T | undefined {
    const known = this.#made.get(uid);
    if (known !== undefined) return known;
    const module = this.#modules.get(uid);
    const made = module === undefined ? this.#otherwise(uid) : this.#make(module.exports);
    if (made !== undefined) this.#made.set(uid, made);
    return made;
  }

  #make(exports: Loose): T {
    return typeof exports === "function" ? defining(() => exports({ strapi: this.#strapi() })) : exports;
  }

  set(uid: string, value: T): void {
    this.#made.set(uid, value);
  }

  get uids(): readonly string[] {
    return [...new Set([...this.#modules.keys(), ...this.#made.keys()])];
  }

  /** All of them by uid, each made when it is looked at. */
  get all(): Readonly<Record<string, T>> {
    const all = {};
    for (const uid of this.uids) {
      Object.defineProperty(all, uid, { enumerable: true, get: () => this.get(uid) });
    }
    return all;
  }
}
