import { useSignal } from "@preact/signals";
import { Confirm } from "../widgets/confirm.tsx";
import { askControl } from "./ask-control.ts";
import { NamedStates } from "./named-states.tsx";

/** Saved states that the server can be reset to. */
export function Snapshots() {
  const isResetting = useSignal(false);
  const post = (path: string) => askControl(path, { method: "POST" });
  return (
    <NamedStates
      title="Snapshots"
      path="/snapshots"
      noun="snapshot"
      verb="Take"
      use={(name, act) => (
        <button
          type="button"
          aria-label={`Restore ${name}`}
          onClick={() => act(() => post(`/snapshots/${encodeURIComponent(name)}/restore`))}
        >
          Restore
        </button>
      )}
    >
      {(act) => (
        <>
          <button type="button" class="danger" onClick={() => (isResetting.value = true)}>
            Reset to the start
          </button>
          {isResetting.value && (
            <Confirm
              title="Reset to the start?"
              action="Reset"
              onConfirm={() => {
                isResetting.value = false;
                act(() => post("/reset"));
              }}
              onCancel={() => (isResetting.value = false)}
            >
              All content is again what it was when the server started. What was written since is lost, unless a
              snapshot has it.
            </Confirm>
          )}
        </>
      )}
    </NamedStates>
  );
}
