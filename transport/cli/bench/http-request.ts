/** A request as the load generators send it. The body is JSON, or empty. */
export interface HttpRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly path: string;
  readonly body: string;
}
