import type { ContentTypeDefinition } from "../../../engine/internal.ts";

export const TODO_TYPE = "plugin::todo.todo";

const DEFINITION: ContentTypeDefinition = {
  kind: "collectionType",
  info: { singularName: "galley-todo", pluralName: "galley-todos", displayName: "Todo" },
  options: { draftAndPublish: false },
  rest: false,
  attributes: {
    title: { type: "text", required: true },
    completed: { type: "boolean", required: true, default: false },
  },
};

/** The types that todos add to a schema: a content type without REST routes of its own. Theirs are in `routes.ts`. */
export const TODO_TYPES: { readonly [uid: string]: ContentTypeDefinition } = { [TODO_TYPE]: DEFINITION };

/** A todo as its callers see it (todo, Resources and their fields). */
export interface Todo {
  readonly id: number;
  readonly title: string;
  readonly completed: boolean;
}

/** Fields to change; absent ones stay. */
export type TodoPatch = Partial<Omit<Todo, "id">>;
