import type { Listener } from "../../../transport/index.ts";
import type { Start } from "../../conformance/http.suite.ts";

/** Puts the handler on a listener's free port. */
export function startOn(open: () => Promise<Listener>): Start {
  return async (handler, bodyLimit) => {
    const listener = await open();
    const { port, close } = await listener.listen(handler, { host: "127.0.0.1", port: 0, bodyLimit });
    return { fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), close };
  };
}
