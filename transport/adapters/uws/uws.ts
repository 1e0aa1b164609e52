import type {
  HttpRequest as LentRequest,
  HttpResponse as NativeResponse,
  TemplatedApp,
  us_listen_socket,
} from "uWebSockets.js";
import { createServer } from "node:net";
import type { Handler, Listener, Listening, ListenOptions } from "../../http/port.ts";
import { HEAD_BYTES } from "../shared/limits.ts";
import { UwsServer } from "./uws-server.ts";

type Uws = typeof import("uWebSockets.js");

/** Not in its types: `silent` leaves the banner out of the answers. */
interface Configurable {
  _cfg?(key: string): void;
}

/** Not in its types: options together with a host. */
interface ListensExclusively {
  listen(host: string, port: number, options: number, listening: (socket: us_listen_socket | false) => void): void;
}

/** Without it a second process could listen on the same port. */
const EXCLUSIVE_PORT = 1;
/** With it each process listens with a queue of connections of its own (SO_REUSEPORT). */
const SHARED_PORT = 0;

/**
 * Loads uWebSockets.js, an optional peer with a native binary per platform.
 *
 * @throws Error if it is not installed, or its binary does not load here.
 */
export async function loadUws(): Promise<Listener> {
  // Read by the binary when it loads. Its default, 4,096 bytes, is too little for long queries.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(HEAD_BYTES);
  const uws = await load();
  uws._cfg?.("silent");
  return { name: "uWebSockets.js", listen: (handler, options) => listen(uws, handler, options) };
}

async function load(): Promise<Uws & Configurable> {
  try {
    return (await import("uWebSockets.js")).default;
  } catch (error) {
    const why = `uWebSockets.js does not load on ${platform()}${needed()}: ${lastLine(error)}`;
    throw new Error(isAbsent(error) ? ABSENT : why, { cause: error });
  }
}

const ABSENT =
  "uWebSockets.js is not installed; the fast listener comes with npm install uWebSockets.js@npm:uwebsockets@3.0.6";

function isAbsent(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return /MODULE_NOT_FOUND$/.test(code ?? "") && /'uWebSockets\.js'/.test(message);
}

/** The message goes on about supported versions; the failure is in its last line. */
const lastLine = (error: unknown): string => String(error).trim().split("\n").at(-1) ?? "";

/** The platform that a native binary must match: `Node 20.20.2, linux x64, glibc 2.36`. */
function platform(): string {
  return [`Node ${process.versions.node}, ${process.platform} ${process.arch}`, ...libraries()].join(", ");
}

/** The requirements of the binaries of version 3.0.6. */
function needed(): string {
  if (process.platform !== "linux") return "";
  return Number.parseInt(process.versions.node, 10) < 22
    ? " (it needs glibc 2.27)"
    : " (it needs glibc 2.38, on Node 20 glibc 2.27)";
}

/** The version of glibc; null on musl and outside Linux. */
function libraries(): string[] {
  if (process.platform !== "linux") return [];
  // Otherwise it asks for the name of each host that this process is connected to.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  return [header.glibcVersionRuntime === undefined ? "no glibc" : `glibc ${header.glibcVersionRuntime}`];
}

async function listen(uws: Uws, handler: Handler, options: ListenOptions): Promise<Listening> {
  const { host, port } = options;
  const app = uws.App() as TemplatedApp & ListensExclusively;
  const server = new UwsServer(handler, options);
  // Nearly all requests are GETs: reading each method costs a native call and a new text.
  app.get("/*", (native: NativeResponse, lent: LentRequest) => server.answer(native, lent, "GET"));
  app.any("/*", (native: NativeResponse, lent: LentRequest) =>
    server.answer(native, lent, lent.getCaseSensitiveMethod()),
  );
  app.filter((_native, change) => server.connectionsChanged(Number(change)));
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen(host, port, options.isShared ? SHARED_PORT : EXCLUSIVE_PORT, resolve);
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

/** The native call gives no reason: the same call through node:net does. */
function reasonNotToListen(host: string, port: number): Promise<Error> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen(port, host, () => {
      probe.close(() => resolve(new Error(`Cannot listen on ${host}:${port}`)));
    });
  });
}
