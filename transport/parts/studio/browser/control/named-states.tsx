import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { member } from "../core/member.ts";
import { listOf } from "../core/read-list.ts";
import { askControl } from "./ask-control.ts";
import { type Act, Panel } from "./panel.tsx";

interface NamedStatesProps {
  readonly title: string;
  /** Of the control API. */
  readonly path: string;
  /** For what a name is asked. */
  readonly noun: string;
  /** The text of the button that makes one. */
  readonly verb: string;
  /** The button that uses one. */
  readonly use: (name: string, act: Act) => ComponentChildren;
  readonly onDrop?: (name: string) => void;
  /** Below the form. */
  readonly children?: (act: Act) => ComponentChildren;
}

/** States of the server that have names: they are made, used and dropped. */
export function NamedStates({ title, path, noun, verb, use, onDrop, children }: NamedStatesProps) {
  const name = useSignal("");
  const change = (named: string, method: "PUT" | "DELETE") =>
    askControl(`${path}/${encodeURIComponent(named)}`, { method });
  return (
    <Panel title={title} path={path}>
      {(data, act) => (
        <>
          <ul class="list">
            {listOf(data).map((each) => {
              const known = String(member(each, "name"));
              return (
                <li key={known} class="actions">
                  <code>{known}</code>
                  {use(known, act)}
                  <button
                    type="button"
                    aria-label={`Drop ${known}`}
                    onClick={() => {
                      onDrop?.(known);
                      act(() => change(known, "DELETE"));
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
              act(() => change(name.value, "PUT"));
            }}
          >
            <input
              aria-label={`Name of the ${noun}`}
              placeholder="name"
              required
              value={name.value}
              onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            />
            <button type="submit">{verb}</button>
          </form>
          {children?.(act)}
        </>
      )}
    </Panel>
  );
}
