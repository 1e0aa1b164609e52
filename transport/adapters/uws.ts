import type {
  HttpRequest as LentRequest,
  HttpResponse as NativeResponse,
  TemplatedApp,
  us_listen_socket,
} from "uWebSockets.js";
import { createServer } from "node:net";
import type { Handler, Listener, Listening, ListenOptions } from "../port.ts";
import { HEAD_BYTES } from "./limits.ts";
import { UwsServer } from "./uws-server.ts";

type Uws = typeof import("uWebSockets.js");

/** Not in its types: `silent` leaves the banner out of the answers. */
interface Configurable {
  _cfg?(key: string): void;
}

/** Not in its types: the options together with a host. */
interface ListensExclusively {
  listen(host: string, port: number, options: number, listening: (socket: us_listen_socket | false) => void): void;
}

/** Without it a second process could listen on the same port. */
const EXCLUSIVE_PORT = 1;

/**
 * Loads uWebSockets.js, an optional dependency with a native binary per platform.
 *
 * @throws Error when it is not installed or its binary does not load here.
 */
export async function loadUws(): Promise<Listener> {
  // Read by the binary when it loads; 4,096 bytes by default, less than a long query takes.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(HEAD_BYTES);
  const uws = await load();
  uws._cfg?.("silent");
  return { name: "uWebSockets.js", listen: (handler, options) => listen(uws, handler, options) };
}

async function load(): Promise<Uws & Configurable> {
  try {
    return (await import("uWebSockets.js")).default;
  } catch (error) {
    // The message goes on about supported versions; what failed is in its last line.
    const reason = String(error).trim().split("\n").at(-1);
    throw new Error(`uWebSockets.js does not load here: ${reason}`, { cause: error });
  }
}

async function listen(uws: Uws, handler: Handler, options: ListenOptions): Promise<Listening> {
  const { host, port } = options;
  const app = uws.App() as TemplatedApp & ListensExclusively;
  const server = new UwsServer(handler, options);
  // Nearly all requests are these: to be told the method of each is one native call more, and a text that nobody knows yet.
  app.get("/*", (native: NativeResponse, lent: LentRequest) => server.answer(native, lent, "GET"));
  app.any("/*", (native: NativeResponse, lent: LentRequest) =>
    server.answer(native, lent, lent.getCaseSensitiveMethod()),
  );
  app.filter((_native, change) => server.connectionsChanged(Number(change)));
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen(host, port, EXCLUSIVE_PORT, resolve);
  });
  if (socket === false) throw await reasonNotToListen(host, port);
  let closed: Promise<void> | null = null;
  return {
    port: uws.us_socket_local_port(socket),
    close: () => {
      closed ??= closeAll(uws, app, socket, server);
      return closed;
    },
  };
}

async function closeAll(uws: Uws, app: TemplatedApp, socket: us_listen_socket, server: UwsServer): Promise<void> {
  uws.us_listen_socket_close(socket);
  await server.finish();
  app.close();
}

/** The native call does not tell: asking node:net for the same address does. */
function reasonNotToListen(host: string, port: number): Promise<Error> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen(port, host, () => {
      probe.close(() => resolve(new Error(`Cannot listen on ${host}:${port}`)));
    });
  });
}
