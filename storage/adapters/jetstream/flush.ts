import type { StreamInfo } from "@nats-io/jetstream";
import { reasonOf, StorageError } from "../../error.ts";
import type { Address } from "./address.ts";

/** Milliseconds to wait for a monitoring endpoint. */
const PATIENCE = 3000;

/** What a server reports at `/jsz?config=true` and `/varz`. */
interface Monitored {
  readonly name: string;
  readonly isSynced: boolean;
}

/**
 * Refuses servers that acknowledge writes before flushing them. By default they flush every two minutes, so a power cut
 * loses acknowledged writes, and different ones on each server. Only the monitoring endpoints of the servers tell.
 *
 * @throws StorageError (rejected) `misused`.
 */
export async function assertFlushed({ cluster }: StreamInfo, address: Address): Promise<void> {
  if (address.isTrusted) return;
  const { shown, monitors } = address;
  if (monitors.length === 0) throw new StorageError("misused", `${shown} cannot be used: ${NO_MONITORS}`);
  const all = await Promise.all(monitors.map((monitor) => ask(monitor, shown)));
  const late = all.find(({ isSynced }) => !isSynced);
  if (late !== undefined) {
    const advice = "set sync_interval: always in its jetstream { … }";
    throw new StorageError(
      "misused",
      `${shown} cannot be used: server ${late.name} does not flush each write: ${advice}`,
    );
  }
  const known = new Set(all.map(({ name }) => name));
  const peers = [cluster?.leader, ...(cluster?.replicas ?? []).map(({ name }) => name)];
  const missing = peers.find((name) => name !== undefined && !known.has(name));
  if (missing === undefined) return;
  throw new StorageError("misused", `${shown} cannot be used: monitors=… lacks that of server ${missing}`);
}

const NO_MONITORS =
  "whether its servers flush each write is not known: name their monitors (monitors=http://HOST:8222,…), or answer for it with trust=sync";

async function ask(monitor: string, shown: string): Promise<Monitored> {
  const get = async (path: string): Promise<Record<string, unknown>> => {
    try {
      const response = await fetch(`${monitor}${path}`, { signal: AbortSignal.timeout(PATIENCE) });
      return (await response.json()) as Record<string, unknown>;
    } catch (error) {
      throw new StorageError("unreadable", `${shown} cannot be used: ${monitor} does not answer: ${reasonOf(error)}`);
    }
  };
  const [server, { config }] = await Promise.all([get("/varz"), get("/jsz?config=true")]);
  const isSynced =
    typeof config === "object" && config !== null && "sync_always" in config && config.sync_always === true;
  return { name: String(server.server_name), isSynced };
}
