import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { fork, token } from "./session.ts";

export interface Loaded<T> {
  /** The value that was loaded last; undefined before the first. */
  readonly value: T | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
  /** Loads again. */
  reload(): void;
}

/**
 * Loads a value, and loads it again whenever `key`, the token or the fork changes. If several loads are under way, the
 * latest one wins. The previous value is shown until the next one has arrived.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "reload">>({ value: undefined, error: null, isLoading: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const session = `${token.value} ${fork.value}`;
  useEffect(() => {
    const abort = new AbortController();
    const set = (next: Partial<Omit<Loaded<T>, "reload">>) => {
      if (!abort.signal.aborted) setState((before) => ({ ...before, ...next, isLoading: false }));
    };
    setState((before) => ({ ...before, isLoading: true }));
    latest.current(abort.signal).then(
      (value) => set({ value, error: null }),
      (error) => set({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => abort.abort();
  }, [key, turn, session]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, reload };
}
