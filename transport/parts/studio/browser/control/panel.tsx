import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLoad } from "../core/use-load.ts";
import { Problem } from "../widgets/problem.tsx";
import { askControl } from "./ask-control.ts";

/** Runs an action, shows its error if it is refused, and then reloads the data of the panel. */
export type Act = (work: () => Promise<unknown>) => Promise<void>;

interface PanelProps {
  readonly title: string;
  /** The control route whose data is shown. */
  readonly path: string;
  readonly children: (data: unknown, act: Act) => ComponentChildren;
}

/** One panel of the controls. */
export function Panel({ title, path, children }: PanelProps) {
  const { value, error, reload } = useLoad(path, () => askControl(path));
  const refused = useSignal<unknown>(null);
  const act: Act = async (work) => {
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
