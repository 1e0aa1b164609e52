import { createServer } from "node:net";
import { type Lock, lockName } from "../../../../storage/internal.ts";
import { type Address, adviseOnListening } from "../listen.ts";

/** A port that the workers of this server listen on. */
export interface HeldPort {
  readonly port: number;
  readonly lock: Lock;
}

/**
 * A port that nobody listens on yet, and that no other server takes for its workers. Without the lock, the workers of two
 * servers that start at once could listen on it together. Rejects with ListenError where that cannot be.
 */
export async function holdPort({ host, port: wanted, hostFrom }: Address): Promise<HeldPort> {
  const port = await freePort(host, wanted, hostFrom);
  const lock = await lockName(`${host}:${port}`);
  if (lock !== null) return { port, lock };
  const taken = Object.assign(new Error("Another server has taken the port"), { code: "EADDRINUSE" });
  throw await adviseOnListening(taken, { host, port });
}

async function freePort(host: string, port: number, hostFrom?: string): Promise<number> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    throw await adviseOnListening(error, { host, port, ...(hostFrom !== undefined && { hostFrom }) });
  }
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : port;
}
