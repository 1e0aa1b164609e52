import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLoad } from "../core/use-load.ts";
import { Problem } from "../widgets/problem.tsx";
import { askControl } from "./ask-control.ts";

interface PanelProps {
  readonly title: string;
  /** The control route that tells what is shown. */
  readonly path: string;
  /** `act` does something, shows what is refused, and what is there afterwards. */
  readonly children: (data: unknown, act: (work: () => Promise<unknown>) => Promise<void>) => ComponentChildren;
}

/** A part of what can be steered. */
export function Panel({ title, path, children }: PanelProps) {
  const { value, error, reload } = useLoad(path, () => askControl(path));
  const refused = useSignal<unknown>(null);
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      refused.value = null;
    } catch (fault) {
      refused.value = fault;
    }
    reload();
  };
  const problem = refused.value ?? error;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      {problem !== null && <Problem error={problem} />}
      {children(value, act)}
    </section>
  );
}
