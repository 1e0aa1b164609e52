import type { StreamInfo } from "@nats-io/jetstream";
import { isError, reasonOf, StorageError } from "../../error.ts";
import type { Address } from "./address.ts";
import { isLate } from "./nats.ts";

/** Milliseconds to wait for a monitoring endpoint. */
const MONITOR_TIMEOUT = 3000;

/** A server's reports at `/jsz?config=true` and `/varz`. */
interface Monitored {
  readonly name: string;
  readonly isSynced: boolean;
}

/**
 * Refuses servers that acknowledge writes before flushing them. By default they flush every two minutes, so a power cut
 * loses acknowledged writes, and different ones on each server. Only the monitoring endpoints of the servers tell. Data
 * that a majority stores is safe, so a majority of the servers has to tell; the others may be down.
 *
 * @throws StorageError (rejected) `misused`; `unreadable` if most monitors do not answer, or an Error if some are late.
 */
export async function assertFlushed({ cluster }: StreamInfo, address: Address): Promise<void> {
  if (address.isTrusted) return;
  const { shown, monitors } = address;
  const refuse = (fault: string) => new StorageError("misused", `${shown} cannot be used: ${fault}`);
  if (monitors.length === 0) throw refuse(NO_MONITORS);
  const asked = await Promise.allSettled(monitors.map(ask));
  const told = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const silent = asked.flatMap((each) => (each.status === "rejected" ? [reasonOf(each.reason)] : []));
  const late = told.find(({ isSynced }) => !isSynced);
  if (late !== undefined)
    throw refuse(`server ${late.name} does not flush each write: set sync_interval: always in its jetstream { … }`);
  const known = new Set(told.map(({ name }) => name));
  const peers = [cluster?.leader, ...(cluster?.replicas ?? []).map(({ name }) => name)];
  const missing = peers.filter((name) => name !== undefined && !known.has(name));
  if (missing.length > silent.length) throw refuse(`monitors=… lacks that of server ${missing[0]}`);
  if (2 * missing.length < peers.length) return;
  const fault = silent.join("; ");
  // One that hangs, or is slow, may answer the next time; one that refuses has answered.
  const hangs = asked.some((each) => each.status === "rejected" && isError(each.reason) && isLate(each.reason.cause));
  throw hangs ? new Error(fault) : new StorageError("unreadable", `${shown} cannot be used: ${fault}`);
}

const NO_MONITORS =
  "whether its servers flush each write is not known: name their monitors (monitors=http://HOST:8222,…), or answer for it with trust=sync";

/** Throws an Error that names the monitor, also where JetStream is off there, as after a full disk. */
async function ask(monitor: string): Promise<Monitored> {
  const get = async (path: string): Promise<Record<string, unknown>> => {
    try {
      const response = await fetch(`${monitor}${path}`, { signal: AbortSignal.timeout(MONITOR_TIMEOUT) });
      return (await response.json()) as Record<string, unknown>;
    } catch (error) {
      throw new Error(`${monitor} does not answer: ${reasonOf(error)}`, { cause: error });
    }
  };
  const [server, { config, disabled }] = await Promise.all([get("/varz"), get("/jsz?config=true")]);
  if (disabled === true) throw new Error(`JetStream is disabled on ${server.server_name} (${monitor})`);
  const isSynced =
    typeof config === "object" && config !== null && "sync_always" in config && config.sync_always === true;
  return { name: String(server.server_name), isSynced };
}
