import { CONTRACT } from "../../contract/profiles/profile.ts";
import { CONTRACT_ANSWERS } from "../../contract/profiles/service-defaults.ts";
import type { CorsPolicy } from "../../http/headers/cors.ts";
import { isBelow } from "../../http/path-below.ts";
import { Router } from "../../http/router.ts";
import type { Service } from "../../http/service.ts";
import { todoError } from "./errors.ts";
import { type TodoLimits, todoRoutes } from "./routes.ts";
import type { TodoList } from "./todo-list.ts";

/** Any origin, any method, any header (todo, Authentication). */
const ANYONE: CorsPolicy = { ...CONTRACT.cors, methods: "asked", headers: "asked" };

/** The todo service at `/todos`. */
export function todoService(todos: TodoList, limits: TodoLimits): Service {
  return {
    ...CONTRACT_ANSWERS,
    owns: isBelow("/todos"),
    looksFirst: ["PUT", "DELETE"],
    router: new Router(todoRoutes(todos, limits)),
    errors: todoError,
    errorOf: (status, error) => ({ status, body: JSON.stringify({ error }) }),
    cors: ANYONE,
  };
}
