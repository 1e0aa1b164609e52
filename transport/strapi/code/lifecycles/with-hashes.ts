import { HashedPassword, type UnknownRecord } from "../../../../engine/internal.ts";

/** Data with the hashes of passwords as texts, as lifecycles see it. */
export function withHashes(data: UnknownRecord): UnknownRecord {
  const shown = Object.entries(data).map(([name, value]) => [
    name,
    value instanceof HashedPassword ? value.hash : value,
  ]);
  return Object.fromEntries(shown);
}

/** The data that lifecycles have made, with the passwords of the given data: lifecycles cannot set others. */
export function withPasswords(made: UnknownRecord, given: UnknownRecord): UnknownRecord {
  const passwords = Object.entries(given).filter(([, value]) => value instanceof HashedPassword);
  return passwords.length === 0 ? made : { ...made, ...Object.fromEntries(passwords) };
}
