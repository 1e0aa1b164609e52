import { type Inner, InnerRequest } from "../http/inner-request.ts";
import type { HttpRequest } from "../http/port.ts";
import type { KnownCaller } from "./caller.ts";

/** A request that code makes in the name of a caller whose right is checked already. */
export class GrantedRequest extends InnerRequest {
  readonly caller: KnownCaller;

  constructor(within: HttpRequest, inner: Inner, caller: KnownCaller) {
    super(within, inner);
    this.caller = caller;
  }
}
