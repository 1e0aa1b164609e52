import { useSignal } from "@preact/signals";

interface Attempts {
  /** Why the last one failed; null if it did not. */
  readonly error: unknown;
  /** Does some work; resolves with whether it succeeded. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
}

/** Work that may be refused: its error stays until another attempt succeeds. */
export function useAttempt(): Attempts {
  const error = useSignal<unknown>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      error.value = null;
      return true;
    } catch (fault) {
      error.value = fault;
      return false;
    }
  };
  return { error: error.value, attempt };
}
