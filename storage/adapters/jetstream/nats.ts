import { errorCode, isError, StorageError } from "../../error.ts";

/** The part of the NATS packages that the adapter uses. */
export type Nats = Pick<
  typeof import("@nats-io/transport-node"),
  "connect" | "headers" | "createInbox" | "credsAuthenticator"
> &
  Pick<typeof import("@nats-io/jetstream"), "jetstream" | "jetstreamManager"> &
  Pick<typeof import("@nats-io/kv"), "Kvm"> &
  Pick<typeof import("@nats-io/obj"), "Objm">;

/** @throws StorageError (rejected) `misused` if they are not installed */
export async function loadNats(): Promise<Nats> {
  try {
    const [transport, jetstream, kv, obj] = await Promise.all([
      import("@nats-io/transport-node"),
      import("@nats-io/jetstream"),
      import("@nats-io/kv"),
      import("@nats-io/obj"),
    ]);
    return {
      connect: transport.connect,
      headers: transport.headers,
      createInbox: transport.createInbox,
      credsAuthenticator: transport.credsAuthenticator,
      jetstream: jetstream.jetstream,
      jetstreamManager: jetstream.jetstreamManager,
      Kvm: kv.Kvm,
      Objm: obj.Objm,
    };
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new StorageError("misused", `JetStream needs packages that are not installed: npm install ${PACKAGES}`);
  }
}

/** The error code of a JetStream API error. */
export function apiCodeOf(error: unknown): number | null {
  return isError(error) && "code" in error && typeof error.code === "number" ? error.code : null;
}

/** Whether a stream goes on from another message than was expected. */
export function isOvertaken(error: unknown): boolean {
  const code = apiCodeOf(error);
  return code === 10071 || code === 10164;
}

/** Whether a stream, or its servers, have no room. */
export function isNoRoom(error: unknown): boolean {
  return NO_ROOM.has(apiCodeOf(error) ?? 0);
}

const NO_ROOM: ReadonlySet<number> = new Set([10023, 10047, 10077]);

/** Whether no server received a request: it had no effect and will have none. */
export function isUnheard(error: unknown): boolean {
  if (!isError(error)) return false;
  return error.name === "NoResponders" || isUnheard(error.cause);
}

/** Whether an answer did not come in time: it may the next time, or another server may give it. */
export function isLate(error: unknown): boolean {
  return isError(error) && error.name === "TimeoutError";
}

/** Whether a connection was ended by this node, so that nothing can be asked any more. */
export function isClosed(error: unknown): boolean {
  return isError(error) && error.name === "ClosedConnectionError";
}

const PACKAGES = "@nats-io/transport-node @nats-io/jetstream @nats-io/kv @nats-io/obj";
