/** The time that waiting is measured by. */
export interface Timing {
  /** Milliseconds since any moment. */
  now(): number;
  /** Resolves after so many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}

export const REAL_TIMING: Timing = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
