import type { GraphQLFormattedError } from "graphql";

/** The answer to an operation: its status and its JSON text. */
export interface Executed {
  readonly status: 200 | 400;
  readonly body: string;
}

/** The answer to an operation that is not executed: errors and no data. */
export function refusal(errors: readonly GraphQLFormattedError[]): Executed {
  return { status: 400, body: JSON.stringify({ errors }) };
}
