/** A request and its answer, as far as a document describes them. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    /** Raw, without the query. */
    readonly path: string;
    /** Raw text after the `?`, or the empty text. */
    readonly query: string;
    /** Value of the `Content-Type` header. */
    readonly contentType: string | null;
    /** Null if there is none, or it is not text. */
    readonly body: string | null;
  };
  /** Null before there is one. */
  readonly response: {
    readonly status: number;
    readonly contentType: string | null;
    readonly body: string;
  } | null;
}
