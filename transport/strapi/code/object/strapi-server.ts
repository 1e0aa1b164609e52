import type { Loose } from "../strapi-object.ts";
import { placeOfProjectCode } from "./place-of-project-code.ts";
import { standIn } from "./stand-in.ts";

/** Routes that code declares on `strapi.server`, as a file of routes does. */
export interface ServerRoutes {
  /** Null: from the root, in front of all others. */
  readonly type: string | null;
  readonly prefix?: string;
  readonly routes: readonly Loose[];
  readonly file: string;
}

/** `strapi.server`: middlewares and routes that `register` and `bootstrap` add. Its listener is Galley's. */
export class StrapiServer {
  /** Added by `register`: outside of the middlewares of `config/middlewares`. */
  readonly outer: Loose[] = [];
  /** Added by `bootstrap`: inside. */
  readonly inner: Loose[] = [];
  readonly declared: ServerRoutes[] = [];
  readonly object: Loose;
  isRegistered = false;

  /** `listRoutes`: the routes that are served. */
  constructor(listRoutes: () => readonly object[]) {
    const use = (middleware: Loose): Loose => {
      (this.isRegistered ? this.inner : this.outer).push(middleware);
      return this.object;
    };
    const routes = (given: Loose): Loose => {
      const { type = null, prefix, routes: list } = Array.isArray(given) ? { routes: given } : given;
      this.#declare({ type, prefix, routes: list });
      return this.object;
    };
    const app = standIn("strapi.server.app", {
      proxy: false,
      keys: [],
      env: process.env.NODE_ENV ?? "development",
      use,
      on() {},
    });
    // Another program's sockets are not served here.
    const httpServer: Loose = standIn("strapi.server.httpServer", { on: () => httpServer, once: () => httpServer });
    const router = standIn(
      "strapi.server.router",
      Object.fromEntries(METHODS.map((method) => [method, this.#adder(method)])),
    );
    this.object = standIn("strapi.server", {
      use,
      routes,
      app,
      httpServer,
      router,
      listRoutes,
      api: (type: string) => this.#api(type),
    });
  }

  #api(type: string): Loose {
    const api = standIn(`strapi.server.api("${type}")`, {
      routes: (given: Loose) => {
        this.#declare({ type, ...(Array.isArray(given) ? { routes: given } : given) });
        return api;
      },
      listRoutes: () => [],
    });
    return api;
  }

  /** `router.get("/a", …)`, with a name before the path or not. */
  #adder(method: string) {
    return (...given: Loose[]): Loose => {
      const handlers = given.filter((each) => typeof each === "function");
      const path = given.filter((each) => typeof each === "string").at(-1);
      const config = { auth: false };
      this.#declare({
        type: null,
        routes: [{ method: method === "del" ? "delete" : method, path, handler: handlers, config }],
      });
      return this.object.router;
    };
  }

  #declare(routes: Omit<ServerRoutes, "file">): void {
    this.declared.push({ ...routes, file: placeOfProjectCode().slice(2, -1) });
  }
}

const METHODS = ["get", "post", "put", "patch", "delete", "del", "all"];
