import { CONTRACT } from "../../contract/profiles/profile.ts";
import type { CorsPolicy } from "../../http/headers/cors.ts";
import { isBelow } from "../../http/path-below.ts";
import { Router } from "../../http/router.ts";
import type { Service } from "../../http/service.ts";
import { todoError } from "./errors.ts";
import { type TodoLimits, todoRoutes } from "./routes.ts";
import type { TodoList } from "./todo-list.ts";

/** Any origin, any method, any header (todo, Authentication). */
const ANYONE: CorsPolicy = {
  origins: "*",
  credentials: false,
  emptyWithoutOrigin: false,
  methods: "asked",
  headers: "asked",
  maxAge: 86_400,
};

/** The todo service at `/todos`. */
export function todoService(todos: TodoList, limits: TodoLimits): Service {
  return {
    owns: isBelow("/todos"),
    looksFirst: ["PUT", "DELETE"],
    router: new Router(todoRoutes(todos, limits)),
    errors: todoError,
    errorOf: (status, error) => ({ status, body: JSON.stringify({ error }) }),
    cors: ANYONE,
    securityHeaders: CONTRACT.securityHeaders,
    unknownPathAllow: null,
    unknownMethods: "wrong method",
  };
}
