import { useSignal } from "@preact/signals";
import { instant } from "../core/format.ts";
import { ask } from "../core/request.ts";
import { href } from "../core/route.ts";
import { useAttempt } from "../core/use-attempt.ts";
import { useLoad } from "../core/use-load.ts";
import { localeInAddress } from "../model/locales.ts";
import { routeName } from "../model/model.ts";
import { Confirm } from "../widgets/confirm.tsx";
import { Problem } from "../widgets/problem.tsx";
import { loadSchedule, type Schedule } from "./load-schedule.ts";

const BADGES: { readonly [state: string]: string } = { failed: "refused", missed: "modified" };

/** The documents that are published or unpublished at a later time, the earliest first. */
export function ScheduleView() {
  const { value, error, reload } = useLoad("schedule", loadSchedule);
  const { error: refused, attempt } = useAttempt();
  const doomed = useSignal<Schedule | null>(null);
  const cancel = (schedule: Schedule) => {
    doomed.value = null;
    return attempt(() => ask({ method: "DELETE", path: addressOf(schedule) })).then(reload);
  };
  const problem = refused ?? error;
  return (
    <div class="view">
      <h1>Schedule</h1>
      {problem !== null && <Problem error={problem} />}
      {value?.length === 0 && <p class="empty">Nothing is scheduled.</p>}
      <ul class="list deliveries">
        {value?.map((schedule) => (
          <li key={schedule.id}>
            <Scheduled schedule={schedule} onCancel={() => (doomed.value = schedule)} />
          </li>
        ))}
      </ul>
      {doomed.value !== null && (
        <Confirm
          title="Cancel this schedule?"
          action="Cancel the schedule"
          onConfirm={() => doomed.value && cancel(doomed.value)}
          onCancel={() => (doomed.value = null)}
        >
          {doomed.value.title} stays as it is at {instant(doomed.value.at)}.
        </Confirm>
      )}
    </div>
  );
}

function Scheduled({ schedule, onCancel }: { readonly schedule: Schedule; readonly onCancel: () => void }) {
  const { model, documentId, title, action, at, locale, isPinned, state, faults } = schedule;
  const query = new URLSearchParams({ ...localeInAddress(locale === "*" ? null : locale), versions: "draft" });
  const path = model && ["content", routeName(model), ...(model.kind === "singleType" ? [] : [documentId])];
  return (
    <>
      <div class="bar">
        <time dateTime={at}>{instant(at, true)}</time>
        <strong>{action}</strong>
        {path === undefined ? <code>{documentId}</code> : <a href={href(path, query)}>{title}</a>}
        <span class="faint">
          {model?.displayName}
          {locale !== null && `, ${locale === "*" ? "all locales" : locale}`}
          {isPinned && ", as it was when it was scheduled"}
        </span>
        {state !== "waiting" && <span class={`badge ${BADGES[state] ?? ""}`}>{state}</span>}
        {model !== undefined && (
          <button type="button" aria-label={`Cancel ${action} of ${title}`} onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      {faults.length > 0 && <p class="fault">{faults.join(" ")}</p>}
    </>
  );
}

function addressOf({ model, documentId, id }: Schedule): string {
  const document = model?.kind === "singleType" ? "" : `/${encodeURIComponent(documentId)}`;
  return `${model?.path ?? ""}${document}/schedule/${encodeURIComponent(id)}`;
}
