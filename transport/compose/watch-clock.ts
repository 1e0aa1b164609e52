import type { Report, Store } from "../../storage/core.ts";
import type { Clock } from "../runtime/clock.ts";

/** Milliseconds by which stored times may be ahead: healthy clocks are adjusted by fractions of a second. */
const MAX_AHEAD = 60_000;

/**
 * Warns the operator if stored times are ahead of the clock, as after it was set forward by mistake and back. Times never
 * decrease, so every write gets the latest stored time until the clock has passed it. Logged once per episode, now or
 * with the write that detects it.
 */
export function watchClock(store: Store, clock: Clock, report: Report): void {
  let isLogged = false;
  const look = () => {
    if (clock.isSet) return;
    const now = clock.now();
    const ahead = store.engine.state.at - now;
    if (ahead > MAX_AHEAD && !isLogged) {
      report("The clock is behind the newest stored time, which all writes get until it has caught up", {
        stored: new Date(store.engine.state.at).toISOString(),
        clock: new Date(now).toISOString(),
        seconds: Math.round(ahead / 1000),
      });
    }
    isLogged = ahead > MAX_AHEAD;
  };
  look();
  store.onCommit(look);
}
