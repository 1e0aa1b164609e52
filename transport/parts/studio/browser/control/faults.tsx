import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { listOf } from "../core/read-list.ts";
import { Select } from "../widgets/select.tsx";
import { askControl } from "./ask-control.ts";
import { Panel } from "./panel.tsx";

/** Injected faults, which make requests fail. */
export function Faults() {
  return (
    <Panel title="Faults" path="/faults">
      {(data, act) => (
        <>
          <ul class="list">
            {listOf(data).map((fault) => {
              const { id, hits, ...spec } = Object(fault);
              return (
                <li key={String(id)} class="actions">
                  <code>{JSON.stringify(spec)}</code> <span class="faint">hit {String(hits)} times</span>
                  <button
                    type="button"
                    aria-label={`Remove fault ${id}`}
                    onClick={() => act(() => askControl(`/faults/${member(fault, "id")}`, { method: "DELETE" }))}
                  >
                    Remove
                  </button>
                </li>
              );
            })}
          </ul>
          <NewFault onAdd={(body) => act(() => askControl("/faults", { method: "POST", body }))} />
        </>
      )}
    </Panel>
  );
}

const ANSWERS = [
  ...["503", "500", "429", "404"].map((status) => [status, status] as const),
  ["slow", "2 s later"],
  ["drop", "connection ends"],
] as const;

function NewFault({ onAdd }: { readonly onAdd: (spec: object) => void }) {
  const path = useSignal("/api/**");
  const kind = useSignal("503");
  const times = useSignal("1");
  const add = (event: Event) => {
    event.preventDefault();
    const status = Number(kind.value);
    const fault =
      kind.value === "drop" ? { dropConnection: true } : kind.value === "slow" ? { delay: 2000 } : { status };
    onAdd({ match: { path: path.value }, ...fault, ...(times.value !== "" && { times: Number(times.value) }) });
  };
  return (
    <form class="fault-form" onSubmit={add}>
      <label>
        Path <input value={path.value} onInput={({ currentTarget }) => (path.value = currentTarget.value)} />
      </label>
      <label>
        Answer <Select options={ANSWERS} value={kind.value} onChange={(answer) => (kind.value = answer)} />
      </label>
      <label>
        Times{" "}
        <input
          placeholder="always"
          inputMode="numeric"
          size={6}
          value={times.value}
          onInput={({ currentTarget }) => (times.value = currentTarget.value)}
        />
      </label>
      <button type="submit">Add fault</button>
    </form>
  );
}
