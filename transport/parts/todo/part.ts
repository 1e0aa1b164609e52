import { withTypes } from "../../contract/model/with-types.ts";
import type { Part } from "../part.ts";
import { StoredTodos } from "./stored-todos.ts";
import { TODO_TYPES } from "./todo.ts";
import type { TodoConfig } from "./todo-config.ts";
import { MAX_TODOS } from "./todo-room.ts";
import { todoService } from "./todo-service.ts";

interface TodoSettings {
  readonly todo: TodoConfig;
  readonly answerBytes: number;
}

/** The todo service. */
export const TODO: Part<TodoSettings> = {
  // Todos are content: one engine and one log hold both. Their type exists even if they are not served, so that stored
  // todos are kept.
  types: (schema) => withTypes(schema, TODO_TYPES),
  open: ({ todo, answerBytes }, { jsonLimits }) => {
    if (todo === false) return null;
    const { maxTodos = MAX_TODOS } = todo === true ? {} : todo;
    return {
      describes: async () => (await import("./operations.ts")).DESCRIPTION,
      links: [{ name: "todo", path: "/todos", isPage: true }],
      serve: ({ store }) => ({
        services: [todoService(new StoredTodos(store, maxTodos), { json: jsonLimits, answerBytes })],
      }),
    };
  },
};
