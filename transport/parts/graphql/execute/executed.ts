import type { GraphQLFormattedError } from "graphql";
import type { Query } from "../../../../engine/internal.ts";
import type { ComposedText } from "../../../http/json/composed-text.ts";
import { errorList } from "./error-list.ts";

/** The answer to an operation: its status and its JSON text. */
export interface Executed {
  readonly status: 200 | 400;
  readonly body: string | ComposedText;
  /** All that it was read by; absent if it depends on more. */
  readonly queries?: () => readonly Query[];
}

/** The answer to an operation that is not executed: errors and no data. */
export function refusal(errors: readonly GraphQLFormattedError[]): Executed {
  return { status: 400, body: `{"errors":${errorList(errors)}}` };
}
