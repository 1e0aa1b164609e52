import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { askControl } from "./ask-control.ts";
import { Panel } from "./panel.tsx";

/** The server's clock. */
export function Clock() {
  const typed = useSignal("");
  const change = (body: object) => askControl("/clock", { method: "PATCH", body });
  return (
    <Panel title="Clock" path="/clock">
      {(data, act) => (
        <>
          <p>
            <time>{String(member(data, "now") ?? "")}</time>
          </p>
          <div class="actions">
            <button type="button" onClick={() => act(() => change({ advance: 3_600_000 }))}>
              + 1 hour
            </button>
            <button type="button" onClick={() => act(() => change({ advance: 86_400_000 }))}>
              + 1 day
            </button>
          </div>
          <form
            class="actions"
            onSubmit={(event) => {
              event.preventDefault();
              act(() => change({ set: typed.value }));
            }}
          >
            <input
              aria-label="Time to set"
              placeholder="2030-01-01T00:00:00Z"
              value={typed.value}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            />
            <button type="submit">Set</button>
          </form>
        </>
      )}
    </Panel>
  );
}
