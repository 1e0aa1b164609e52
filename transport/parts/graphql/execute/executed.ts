import type { GraphQLFormattedError } from "graphql";
import type { ComposedText } from "../../../http/json/composed-text.ts";
import type { TypesBehind } from "../plan/types-behind.ts";
import { errorList } from "./error-list.ts";

/** The answer to an operation: its status and its JSON text. */
export interface Executed {
  readonly status: 200 | 400;
  readonly body: string | ComposedText;
  /** The content types that it depends on; absent if it depends on more. */
  readonly behind?: TypesBehind;
}

/** The answer to an operation that is not executed: errors and no data. */
export function refusal(errors: readonly GraphQLFormattedError[]): Executed {
  return { status: 400, body: `{"errors":${errorList(errors)}}` };
}
