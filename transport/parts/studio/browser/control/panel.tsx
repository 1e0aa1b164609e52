import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLoad } from "../core/use-load.ts";
import { Problem } from "../widgets/problem.tsx";
import { askControl } from "./ask-control.ts";

interface PanelProps {
  readonly title: string;
  /** The control route whose data is shown. */
  readonly path: string;
  /** `act` runs an action, shows its error if it is refused, and then reloads the data. */
  readonly children: (data: unknown, act: (work: () => Promise<unknown>) => Promise<void>) => ComponentChildren;
}

/** One panel of the controls. */
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
