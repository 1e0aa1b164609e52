import type { RequestMatch } from "./request-match.ts";
import type { SeenRequest } from "./seen-request.ts";

/** An answered request. */
export interface RecordedRequest extends SeenRequest {
  /** The body is larger than 1 MiB, so that only so much of it is kept, as text. */
  readonly bodyIsCut?: true;
  /** Of the answer; 0 where the connection was dropped instead. */
  readonly status: number;
  readonly response: {
    /** Those of this answer by lower-case name. */
    readonly headers: { readonly [name: string]: string };
    /** As the body of a request. */
    readonly body: unknown;
    readonly bodyIsCut?: true;
  };
}

/** A match, or a predicate. */
export type Which = RequestMatch | ((request: RecordedRequest) => boolean);
