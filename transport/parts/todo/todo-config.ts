/** Todos: whether they are served, and how many there may be. */
export type TodoConfig =
  | boolean
  | {
      /** 100,000. */
      readonly maxTodos?: number;
    };
