import { useSignal } from "@preact/signals";
import { ask } from "../core/request.ts";
import type { Models } from "../model/model.ts";
import { Problem } from "../widgets/problem.tsx";
import { Value } from "../widgets/value.tsx";
import type { Difference } from "./differences.ts";
import { takingBack } from "./taking-back.ts";
import type { Target } from "./target.ts";

interface ChangesProps {
  readonly target: Target;
  readonly models: Models;
  readonly changed: readonly Difference[];
  readonly onDone: () => void;
}

/** The differences of the draft from the published version; each can be undone separately. */
export function Changes({ target, models, changed, onDone }: ChangesProps) {
  const error = useSignal<unknown>(null);
  const takeBack = async (difference: Difference) => {
    try {
      await ask(takingBack([difference], target, models));
      onDone();
    } catch (fault) {
      error.value = fault;
    }
  };
  return (
    <>
      {error.value !== null && <Problem error={error.value} />}
      <ul class="changes">
        {changed.map((difference) => (
          <li key={difference.attribute.name}>
            <h2>
              {difference.attribute.name}{" "}
              {target.model.may.update && difference.attribute.writable !== false && (
                <button
                  type="button"
                  aria-label={`Take back the change of ${difference.attribute.name}`}
                  onClick={() => takeBack(difference)}
                >
                  Take back
                </button>
              )}
            </h2>
            <div class="changed published">
              <span class="faint">published</span>
              <Value attribute={difference.attribute} value={difference.published} />
            </div>
            <div class="changed draft">
              <span class="faint">draft</span>
              <Value attribute={difference.attribute} value={difference.draft} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
