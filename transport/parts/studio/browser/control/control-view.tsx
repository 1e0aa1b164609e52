import { token } from "../core/session.ts";
import { useLoad } from "../core/use-load.ts";
import { Problem } from "../widgets/problem.tsx";
import { askControl } from "./ask-control.ts";
import { Clock } from "./clock.tsx";
import { Faults } from "./faults.tsx";
import { Forks } from "./forks.tsx";
import { Journal } from "./journal.tsx";
import { Snapshots } from "./snapshots.tsx";

/** The controls that tests use to steer a server, for use by hand. */
export function ControlView() {
  const { error } = useLoad("control", () => askControl("/clock"));
  return (
    <div class="view">
      <h1>Control</h1>
      {error !== null ? (
        <>
          <Problem error={error} />
          {token.value === "" && <p>Control needs a token with full access.</p>}
        </>
      ) : (
        <>
          <Journal />
          <div class="panels">
            <Faults />
            <Clock />
            <Snapshots />
            <Forks />
          </div>
        </>
      )}
    </div>
  );
}
