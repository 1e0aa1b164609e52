/** One way in which an exchange breaks a document. */
export interface Violation {
  /** `GET /api/posts?sort=title` */
  readonly exchange: string;
  readonly part: "request" | "response";
  /** The place in that part: `query/filters/title`, `body/data/0/views`, `status`. */
  readonly at: string;
  readonly message: string;
}

export function describeViolation({ exchange, part, at, message }: Violation): string {
  return `${exchange}: ${part} ${at} ${message}`;
}
