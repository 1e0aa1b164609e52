import type { BodyLimit, Handler, ListenOptions } from "../http/port.ts";

/** Everything that another program's server needs to answer requests by a galley. */
export interface Mount extends Required<Pick<ListenOptions, "streams">> {
  readonly handler: Handler;
  readonly bodyLimit: BodyLimit;
}

/** The method of a galley that returns its `Mount`: the same in both forms of the package. */
export const MOUNT: unique symbol = Symbol.for("galley.mount") as never;
