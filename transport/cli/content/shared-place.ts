import type { JetStreamStorage } from "../../../storage/adapters/jetstream/index.ts";
import type { PostgresStorage } from "../../../storage/adapters/postgres/index.ts";

/** Whether a place is a log that other processes may have open, too. */
export function isSharedPlace(place: string): boolean {
  return isPostgresPlace(place) || isJetStreamPlace(place);
}

export function isPostgresPlace(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

function isJetStreamPlace(place: string): boolean {
  return /^(?:nats|tls):\/\//i.test(place);
}

/** The place as it may be shown: of an address neither the password nor its parameters. */
export function shownPlace(place: string): string {
  if (!isSharedPlace(place)) return place;
  const [address = ""] = place.split("?");
  const begin = address.indexOf("//") + 2;
  const at = address.lastIndexOf("@");
  const user = at < begin ? "" : `${address.slice(begin, at).split(":")[0]}@`;
  return `${address.slice(0, begin)}${user}${address.slice(Math.max(begin, at + 1))}`;
}

export interface SharedPlaceOptions {
  /** Create the log if there is none; default true. */
  readonly create?: boolean;
}

/** Loads the adapter of a shared place. Throws StorageError `misused` for an address that cannot be read. */
export async function openShared(
  place: string,
  options: SharedPlaceOptions = {},
): Promise<PostgresStorage | JetStreamStorage> {
  if (isPostgresPlace(place)) return openPostgres(place, options);
  const { JetStreamStorage } = await import("../../../storage/adapters/jetstream/index.ts");
  return new JetStreamStorage(place, options);
}

/** The same, of a place in PostgreSQL. */
export async function openPostgres(place: string, options: SharedPlaceOptions = {}): Promise<PostgresStorage> {
  const { PostgresStorage } = await import("../../../storage/adapters/postgres/index.ts");
  return new PostgresStorage(place, options);
}
