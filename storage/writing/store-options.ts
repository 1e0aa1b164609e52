import type { Engine, Env } from "../../engine/internal.ts";
import type { Storage } from "../port.ts";
import type { Report } from "../report.ts";
import type { Timing } from "../sharing/timing.ts";

export interface StoreOptions {
  /** Must be empty: it is brought to the state that the storage holds. */
  readonly engine: Engine;
  readonly storage: Storage;
  readonly env: Env;
  /** How many writes may wait; any further one is refused. 10,000 when absent. */
  readonly maxQueue?: number;
  /** How many writes share one append, so that none waits long for the others. 1,000 when absent. */
  readonly maxBatch?: number;
  /** Milliseconds for which the log is kept for a consumer that does not come for it. 7 days when absent. */
  readonly consumerKeep?: number;
  /**
   * For a shared log: lets the engine's content types write from now on, although others have taken over from them.
   * Used to go back to an earlier release. False when absent.
   */
  readonly claimSchema?: boolean;
  /** @internal The clock for waits on a shared log. The process's own clock when absent. */
  readonly timing?: Timing;
  /** Receives reports that concern no caller. Process warnings when absent. */
  readonly report?: Report;
}
