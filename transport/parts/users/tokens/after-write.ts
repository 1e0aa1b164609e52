import { EngineError } from "../../../../engine/internal.ts";
import { outcomeUnknown, StorageError } from "../../../../storage/core.ts";
import type { IssuedTokens } from "./user-tokens.ts";

/**
 * Tokens for a user whom the same request has written: if they cannot be stored, it would be untrue that nothing was.
 *
 * @throws StorageError `outcome-unknown` instead of a refusal of the storage (rejected).
 */
export async function afterWrite(issuing: Promise<IssuedTokens>): Promise<IssuedTokens> {
  try {
    return await issuing;
  } catch (error) {
    if (error instanceof StorageError || (error instanceof EngineError && error.code === "unavailable"))
      throw outcomeUnknown("the user is written, and has no session");
    throw error;
  }
}
