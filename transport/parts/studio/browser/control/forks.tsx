import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { listOf } from "../core/read-list.ts";
import { fork } from "../core/session.ts";
import { askControl } from "./ask-control.ts";
import { Panel } from "./panel.tsx";

/** Forks of this server, each with its own content. Studio can show any of them. */
export function Forks() {
  const name = useSignal("");
  return (
    <Panel title="Forks" path="/forks">
      {(data, act) => (
        <>
          <ul class="list">
            {listOf(data).map((each) => {
              const known = String(member(each, "name"));
              return (
                <li key={known} class="actions">
                  <code>{known}</code>
                  <button type="button" aria-label={`Look at ${known}`} onClick={() => (fork.value = known)}>
                    Look at it
                  </button>
                  <button
                    type="button"
                    aria-label={`Drop ${known}`}
                    onClick={() => {
                      if (fork.value === known) fork.value = "";
                      act(() => askControl(`/forks/${encodeURIComponent(known)}`, { method: "DELETE" }));
                    }}
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
              act(() => askControl(`/forks/${encodeURIComponent(name.value)}`, { method: "PUT" }));
            }}
          >
            <input
              aria-label="Name of the fork"
              placeholder="name"
              required
              value={name.value}
              onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            />
            <button type="submit">Make</button>
          </form>
        </>
      )}
    </Panel>
  );
}
