import type { RequestMatch } from "./request-match.ts";
import type { SeenRequest } from "./seen-request.ts";

/** An answered request. */
export interface RecordedRequest extends SeenRequest {
  /** True if the body is larger than 1 MiB, so that only its beginning is kept, as text. */
  readonly bodyIsCut?: true;
  /** Status of the answer; 0 if the connection was dropped instead. */
  readonly status: number;
  readonly response: {
    /** Headers of the answer, by lower-case name. */
    readonly headers: { readonly [name: string]: string };
    /** Like the body of a request. */
    readonly body: unknown;
    readonly bodyIsCut?: true;
  };
}

/** A match, or a predicate. */
export type RequestFilter = RequestMatch | ((request: RecordedRequest) => boolean);
