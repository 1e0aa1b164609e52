import { EngineError } from "../../../engine/internal.ts";
import { askedBy } from "../../access/note-author.ts";
import type { Answer } from "../../http/answer.ts";
import type { JsonLimits } from "../../http/json/json-limits.ts";
import { jsonList } from "../../http/json/json-list.ts";
import type { Route } from "../../http/router.ts";
import type { RouteCall, RouteHandle } from "../../http/service.ts";
import { parseNewTodo, parseTodoPatch } from "./parse-body.ts";
import type { Todo } from "./todo.ts";
import { parseTodoId, type TodoId } from "./todo-id.ts";
import type { TodoList } from "./todo-list.ts";

/** The service asks nobody who they are (todo, Authentication). */
const ANYONE = { kind: "public" } as const;

const NO_CONTENT: Answer = { status: 204, body: null };

export interface TodoLimits {
  /** Maximum bytes of request bodies. */
  readonly json: JsonLimits;
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
}

interface TodoRoute extends Route<RouteHandle> {
  readonly describes: keyof typeof import("./operations.ts")["DESCRIPTION"]["operations"];
}

/** The five endpoints of the todo service (todo, Endpoints). */
export function todoRoutes(todos: TodoList, { json: limits, answerBytes }: TodoLimits): readonly TodoRoute[] {
  let listed: readonly Todo[] | null = null;
  let body = "";
  const list = (): Answer => {
    const all = todos.list();
    if (all !== listed) body = jsonList(all, answerBytes);
    listed = all;
    return { status: 200, body };
  };

  const read = (call: RouteCall) => answer(200, existing(todos, idOf(call)));

  const create = async ({ request }: RouteCall) =>
    answer(201, await todos.create(parseNewTodo(request, limits).title, askedBy(ANYONE, request)));

  // A missing todo is a 404 whatever the body says (rule 2).
  const update = async (call: RouteCall) => {
    const id = idOf(call);
    const todo = existing(todos, id);
    const patch = parseTodoPatch(call.request, limits);
    return answer(200, (await todos.update(todo.id, patch, askedBy(ANYONE, call.request))) ?? missing(id));
  };

  const remove = async (call: RouteCall) => {
    const id = idOf(call);
    return (await todos.remove(existing(todos, id).id, askedBy(ANYONE, call.request))) ? NO_CONTENT : missing(id);
  };

  return [
    { method: "GET", path: "/todos", describes: "findAllTodos", handle: list },
    { method: "POST", path: "/todos", describes: "createTodo", handle: create },
    { method: "GET", path: "/todos/:id", describes: "findOneTodo", handle: read },
    { method: "PUT", path: "/todos/:id", describes: "updateTodo", handle: update },
    { method: "DELETE", path: "/todos/:id", describes: "deleteTodo", handle: remove },
  ];
}

function answer(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body) };
}

function idOf({ params: [text = ""] }: RouteCall): TodoId {
  return parseTodoId(text);
}

function existing(todos: TodoList, id: TodoId) {
  return (id.number === null ? null : todos.find(id.number)) ?? missing(id);
}

function missing({ text }: TodoId): never {
  throw new EngineError("not-found", `There is no todo with id ${text}`);
}
