import type { PostgresStorage } from "../../../storage/adapters/postgres/index.ts";

/** Whether a place is a log in PostgreSQL. */
export function isPostgresPlace(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/** The place as it may be shown: an address without its password and parameters. */
export function shownPlace(place: string): string {
  if (!isPostgresPlace(place)) return place;
  const [address = ""] = place.split("?");
  const begin = address.indexOf("//") + 2;
  const at = address.lastIndexOf("@");
  const user = at < begin ? "" : `${address.slice(begin, at).split(":")[0]}@`;
  return `${address.slice(0, begin)}${user}${address.slice(Math.max(begin, at + 1))}`;
}

/** Loads the adapter. Throws StorageError `misused` for an invalid address. */
export async function openPostgres(place: string): Promise<PostgresStorage> {
  const { PostgresStorage } = await import("../../../storage/adapters/postgres/index.ts");
  return new PostgresStorage(place);
}
