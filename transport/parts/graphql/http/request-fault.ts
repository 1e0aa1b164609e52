import type { HeaderList } from "../../../http/port.ts";
import type { RequestErrorCode } from "../execute/errors/error-answer.ts";

/** A request that contains no valid operation. */
export class RequestFault extends Error {
  override readonly name = "RequestFault";
  readonly status: number;
  readonly code: RequestErrorCode;
  readonly headers: HeaderList;

  constructor(message: string, options: { status?: number; code?: RequestErrorCode; headers?: HeaderList } = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.code = options.code ?? "BAD_REQUEST";
    this.headers = options.headers ?? [];
  }
}
