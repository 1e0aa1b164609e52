import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { type Answer, type ErrorAnswer, JSON_TYPE } from "../../../http/answer.ts";
import type { HeaderList } from "../../../http/port.ts";
import { DocumentError } from "../document/document-cache.ts";
import { limitError, requestError } from "../execute/errors/error-answer.ts";
import { errorList } from "../execute/errors/error-list.ts";
import { LimitError } from "../limits.ts";
import { RequestFault } from "./request-fault.ts";

/** Answers depend on the caller, and change with every write. */
export const NO_STORE: HeaderList = [["cache-control", "no-store"]];

/**
 * Writes the answers to requests that contain no executable operation: GraphQL errors in GraphQL's form, all others as
 * the REST API does (graphql, §5 and §13).
 */
export function graphqlErrors(others: ErrorAnswer): ErrorAnswer {
  return (error) => {
    if (error instanceof LimitError) return refuse(400, [limitError(error)]);
    if (error instanceof DocumentError) {
      const code = error.stage === "parse" ? "GRAPHQL_PARSE_FAILED" : "GRAPHQL_VALIDATION_FAILED";
      return refuse(
        400,
        error.errors.map((each) => requestError(each, code)),
      );
    }
    // The step between parsing and execution: selection of the operation.
    if (error instanceof GraphQLError) return refuse(400, [requestError(error, "OPERATION_RESOLUTION_FAILURE")]);
    if (!(error instanceof RequestFault)) return others(error);
    const { message, code, status, headers } = error;
    return refuse(status, [{ message, extensions: { code } }], headers);
  };
}

function refuse(status: number, errors: readonly GraphQLFormattedError[], headers: HeaderList = []): Answer {
  const body = `{"errors":${errorList(errors)}}`;
  return { status, body, contentType: JSON_TYPE, headers: [...NO_STORE, ...headers] };
}
