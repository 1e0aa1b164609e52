import type { GraphQLFormattedError } from "graphql";
import type { Query } from "../../../../engine/internal.ts";
import type { Answer } from "../../../http/answer.ts";
import type { ComposedText } from "../../../http/json/composed-text.ts";
import { errorList } from "./errors/error-list.ts";

/** The answer to an operation: its status and its JSON text. */
export interface Executed {
  readonly status: 200 | 400;
  readonly body: string | ComposedText;
  /** Headers that own code has set. */
  readonly headers?: Answer["headers"];
  readonly replaced?: Answer["replaced"];
  /** All that it was read by; absent if it depends on more. */
  readonly queries?: () => readonly Query[];
}

/** The answer to an operation that is not executed: errors and no data. */
export function refusal(errors: readonly GraphQLFormattedError[]): Executed {
  return { status: 400, body: `{"errors":${errorList(errors)}}` };
}
