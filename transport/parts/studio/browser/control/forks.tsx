import { fork } from "../core/session.ts";
import { NamedStates } from "./named-states.tsx";

/** Forks of this server, each with its own content. Studio can show any of them. */
export function Forks() {
  return (
    <NamedStates
      title="Forks"
      path="/forks"
      noun="fork"
      verb="Make"
      use={(name) => (
        <button type="button" aria-label={`Look at ${name}`} onClick={() => (fork.value = name)}>
          Look at it
        </button>
      )}
      onDrop={(name) => {
        if (fork.value === name) fork.value = "";
      }}
    />
  );
}
