import type { Caller } from "./caller.ts";

/** An answer of the GraphQL endpoint. */
export interface GraphqlReply {
  readonly status: number;
  readonly data: { readonly [name: string]: unknown } | null | undefined;
  /** Code and message of each error. */
  readonly errors: readonly { readonly code: string; readonly message: string; readonly path?: readonly unknown[] }[];
}

/** Sends one operation as most clients do. */
export async function ask(
  caller: Caller,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<GraphqlReply> {
  const { status, body } = await caller.post("/graphql", { query, variables });
  const { data, errors = [] } = body as {
    readonly data?: GraphqlReply["data"];
    readonly errors?: readonly {
      readonly message: string;
      readonly path?: readonly unknown[];
      readonly extensions: { readonly code: string };
    }[];
  };
  return {
    status,
    data,
    errors: errors.map(({ message, path, extensions }) => ({ ...extensions, message, ...(path && { path }) })),
  };
}
