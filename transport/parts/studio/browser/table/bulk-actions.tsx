import { useSignal } from "@preact/signals";
import { messageOf } from "../core/format.ts";
import { ask, type Call, writes } from "../core/request.ts";
import { publish, remove, unpublish } from "../entry/document-calls.ts";
import type { Target } from "../entry/target.ts";
import { type Model, titleOf } from "../model/model.ts";
import { Confirm } from "../widgets/confirm.tsx";
import { Icon } from "../widgets/icon.tsx";
import type { IconName } from "../widgets/icons.ts";
import type { Row } from "./load-list.ts";

interface BulkActionsProps {
  readonly model: Model;
  readonly locale: string | null;
  /** The selected rows. */
  readonly rows: readonly Row[];
  /** `done`: rows to be selected no more; a row whose request failed is none of them. */
  readonly onDone: (done: readonly Row[]) => void;
}

interface Bulk {
  readonly title: string;
  readonly icon: IconName;
  readonly isDangerous?: boolean;
  readonly call: (target: Target) => Call;
}

const PUBLISH: Bulk = { title: "Publish", icon: "eye", call: publish };
const UNPUBLISH: Bulk = { title: "Unpublish", icon: "eye-off", call: unpublish };
const DELETE: Bulk = { title: "Delete", icon: "trash-2", isDangerous: true, call: remove };

/** The actions on the selected rows, each after a confirmation. A row that fails stays selected, and its fault is told. */
export function BulkActions({ model, locale, rows, onDone }: BulkActionsProps) {
  const asked = useSignal<Bulk | null>(null);
  const faults = useSignal<readonly string[]>([]);
  const { drafts, may } = model;
  const run = async ({ call }: Bulk) => {
    asked.value = null;
    const told: string[] = [];
    const done: Row[] = [];
    for (const row of rows) {
      try {
        await ask({ ...call({ model, documentId: row.documentId, locale }), isPart: true });
        done.push(row);
      } catch (fault) {
        told.push(`${titleOf(model, row.entry)}: ${messageOf(fault)}`);
      }
    }
    faults.value = told;
    writes.value++;
    onDone(done);
  };
  const offered = [
    ...(drafts && may.update ? [PUBLISH] : []),
    ...(drafts && may.unpublish ? [UNPUBLISH] : []),
    ...(may.delete ? [DELETE] : []),
  ];
  const many = `${rows.length} ${rows.length === 1 ? "entry" : "entries"}`;
  return (
    <>
      {rows.length > 0 && (
        <div class="bulk" role="toolbar" aria-label="Selected entries">
          <strong>{rows.length} selected</strong>
          {offered.map((bulk) => (
            <button
              key={bulk.title}
              type="button"
              class={bulk.isDangerous ? "danger" : ""}
              onClick={() => (asked.value = bulk)}
            >
              <Icon name={bulk.icon} />
              {bulk.title}
            </button>
          ))}
          <button type="button" class="icon" onClick={() => onDone(rows)}>
            Clear
          </button>
        </div>
      )}
      {faults.value.length > 0 && (
        <div class="problem" role="alert">
          <strong>{faults.value.length} failed</strong>
          <ul>
            {faults.value.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      {asked.value !== null && (
        <Confirm
          title={`${asked.value.title} ${many}?`}
          action={asked.value.title}
          isHarmless={!asked.value.isDangerous}
          onConfirm={() => asked.value && run(asked.value)}
          onCancel={() => (asked.value = null)}
        >
          {asked.value.isDangerous
            ? "Drafts and published versions go. This cannot be taken back."
            : asked.value === PUBLISH
              ? "Visitors see them as they were saved last."
              : "Visitors do not see them any more. Their drafts stay."}
        </Confirm>
      )}
    </>
  );
}
