import { EngineError } from "../../engine/internal.ts";

/** Null instead of the error that a document does not exist. */
export function nullIfMissing<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof EngineError && error.code === "not-found") return null;
    throw error;
  }
}
