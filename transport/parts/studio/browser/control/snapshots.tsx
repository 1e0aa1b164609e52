import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { listOf } from "../core/read-list.ts";
import { Confirm } from "../widgets/confirm.tsx";
import { askControl } from "./ask-control.ts";
import { Panel } from "./panel.tsx";

/** Saved states that the server can be reset to. */
export function Snapshots() {
  const name = useSignal("");
  const isResetting = useSignal(false);
  const post = (path: string) => askControl(path, { method: "POST" });
  return (
    <Panel title="Snapshots" path="/snapshots">
      {(data, act) => (
        <>
          <ul class="list">
            {listOf(data).map((each) => {
              const known = String(member(each, "name"));
              const path = `/snapshots/${encodeURIComponent(known)}`;
              return (
                <li key={known} class="actions">
                  <code>{known}</code>
                  <button
                    type="button"
                    aria-label={`Restore ${known}`}
                    onClick={() => act(() => post(`${path}/restore`))}
                  >
                    Restore
                  </button>
                  <button
                    type="button"
                    aria-label={`Drop ${known}`}
                    onClick={() => act(() => askControl(path, { method: "DELETE" }))}
                  >
                    Drop
                  </button>
                </li>
              );
            })}
          </ul>
          <form
            class="actions"
            onSubmit={(event) => {
              event.preventDefault();
              act(() => askControl(`/snapshots/${encodeURIComponent(name.value)}`, { method: "PUT" }));
            }}
          >
            <input
              aria-label="Name of the snapshot"
              placeholder="name"
              required
              value={name.value}
              onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            />
            <button type="submit">Take</button>
          </form>
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
    </Panel>
  );
}
