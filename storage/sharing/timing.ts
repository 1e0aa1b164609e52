/** The clock that waiting is measured by, so that tests can replace it. */
export interface Timing {
  /** Milliseconds since an arbitrary moment. */
  now(): number;
  /** Resolves after this many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
  /** Calls after this many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, call: () => void): () => void;
}

export const REAL_TIMING: Timing = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
