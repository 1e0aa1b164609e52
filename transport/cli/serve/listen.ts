import { errorCode } from "../../../storage/core.ts";
import type { Galley, ListeningGalley, ListenOptions } from "../../library/galley.ts";
import { ListenError } from "./listen-error.ts";

/** Milliseconds that the process on the port has to identify itself. */
const IDENTIFY_TIMEOUT = 1000;

/** Where to listen, and where the host was given. */
export type Address = Pick<Required<ListenOptions>, "host" | "port"> & { readonly hostFrom?: string };

/**
 * Listens on the configured address.
 *
 * @throws ListenError (rejected) that names the obstacle, and the option that avoids it.
 */
export async function listenOn(galley: Galley, settings: Address & Required<ListenOptions>): Promise<ListeningGalley> {
  const { host, port, listener } = settings;
  try {
    return await galley.listen({ host, port, listener });
  } catch (error) {
    throw await adviseOnListening(error, settings);
  }
}

/** The error, with advice if there is any. */
export async function adviseOnListening(error: unknown, settings: Address): Promise<unknown> {
  const reason = await listenAdvice(error, settings);
  return reason === null ? error : new ListenError(reason);
}

async function listenAdvice(error: unknown, { host, port, hostFrom }: Address): Promise<string | null> {
  const code = errorCode(error);
  switch (code) {
    case "EADDRINUSE":
      return `port ${port} of ${host} is in use by ${await whoListens(host, port)}: end that, or take another one: --port ${port + 1}`;
    case "EACCES":
      return port > 1023
        ? `port ${port} is reserved by the system (on Windows \`netsh interface ipv4 show excludedportrange tcp\` lists such): take another one, as in --port ${port === 1337 ? 3000 : 1337}`
        : `port ${port} needs rights that this user has not: take one above 1023, as in --port 1337`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${hostFrom === undefined ? "" : `${hostFrom}: `}${host} is not an address of this machine: --host 127.0.0.1 listens here only, --host 0.0.0.0 everywhere`;
    default:
      return null;
  }
}

/** Galley and Strapi, which share their default port, are told apart by `/_health`. */
async function whoListens(host: string, port: number): Promise<string> {
  const local = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${local}:${port}/_health`, { signal: AbortSignal.timeout(IDENTIFY_TIMEOUT) });
    if (response.headers.has("strapi")) return "a Strapi server";
    const body = await response.text();
    return /"storage":\{"survives":/.test(body) ? "another galley" : "another program";
  } catch {
    // A worker that is stopped outlives its server. It ends as soon as it goes on.
    const { workerOnPort } = await import("./workers/worker-on-port.ts");
    const pid = await workerOnPort(port);
    return pid === null ? "another program" : `process ${pid}, a worker of a galley that has ended (kill -9 ${pid})`;
  }
}
