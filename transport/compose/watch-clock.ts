import type { Report, Store } from "../../storage/internal.ts";
import type { Clock } from "../runtime/clock.ts";

/** Milliseconds by which stored times may be ahead: clocks are set by fractions of a second while all is well. */
const MAX_AHEAD = 60_000;

/**
 * Tells the operator when stored times are ahead of the clock, as after it was set forward by mistake and back: times
 * never go back, so that every write gets the furthest one until the clock has reached it. Logged once each time, now or
 * with the write that finds it so.
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
