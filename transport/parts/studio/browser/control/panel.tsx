import type { ComponentChildren } from "preact";
import { useAttempt } from "../core/use-attempt.ts";
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
  const { error: refused, attempt } = useAttempt();
  const act: Act = (work) => attempt(work).then(reload);
  const problem = refused ?? error;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      {problem !== null && <Problem error={problem} />}
      {children(value, act)}
    </section>
  );
}
