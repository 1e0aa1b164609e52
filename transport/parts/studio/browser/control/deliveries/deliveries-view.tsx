import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { instant } from "../../core/format.ts";
import { member } from "../../core/member.ts";
import { listOf } from "../../core/read-list.ts";
import { useAttempt } from "../../core/use-attempt.ts";
import { JsonTree } from "../../request-pane/json-tree.tsx";
import { Problem } from "../../widgets/problem.tsx";
import { Tabs } from "../../widgets/tabs.tsx";
import { askControl } from "../ask-control.ts";

const EVERY = 2000;
const MAX_SHOWN = 100;
const STATES = [
  ["", "All"],
  ["waiting", "Waiting"],
  ["delivered", "Delivered"],
  ["dead", "Dead"],
  ["recorded", "Recorded"],
] as const;
type State = (typeof STATES)[number][0];

/** The webhooks with their newest deliveries, updated live. */
export function DeliveriesView() {
  const state = useSignal<State>("");
  const hooks = useSignal<readonly unknown[]>([]);
  const deliveries = useSignal<readonly unknown[]>([]);
  const { error, attempt } = useAttempt();
  const read = () =>
    attempt(async () => {
      const asked = state.value;
      const path = `/webhooks/deliveries${asked === "" ? "" : `?state=${asked}`}`;
      const [known, found] = await Promise.all([askControl("/webhooks"), askControl(path)]);
      // Another state may have been chosen in the meantime.
      if (asked !== state.peek()) return;
      hooks.value = listOf(known);
      deliveries.value = listOf(found).slice(-MAX_SHOWN).reverse();
    });
  const again = async (id: string) => {
    const path = `/webhooks/deliveries/${encodeURIComponent(id)}/redeliver`;
    if (await attempt(() => askControl(path, { method: "POST" }))) await read();
  };
  useEffect(() => {
    read();
    const timer = setInterval(read, EVERY);
    return () => clearInterval(timer);
  }, [state.value]);
  return (
    <div class="view">
      <h1>Webhooks</h1>
      {error !== null && <Problem error={error} />}
      <ul class="types">
        {hooks.value.map((hook) => (
          <li key={String(member(hook, "name"))}>
            <strong>{String(member(hook, "name"))}</strong>
            <code class="faint">{String(member(hook, "url"))}</code>
            <span>
              {String(member(hook, "state"))}
              {Object.entries(Object(member(hook, "counts"))).map(([name, times]) => `, ${times} ${name}`)}
            </span>
          </li>
        ))}
      </ul>
      <div class="bar">
        <h2>Deliveries</h2>
        <Tabs label="State" tabs={STATES} chosen={state.value} onChoose={(name) => (state.value = name)} />
      </div>
      {deliveries.value.length === 0 && <p class="empty">No deliveries here yet.</p>}
      <ul class="list deliveries">
        {deliveries.value.map((delivery) => (
          <li key={`${member(delivery, "webhook")} ${member(delivery, "id")}`}>
            <Delivery delivery={delivery} onAgain={again} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const BADGES: { readonly [state: string]: string } = { delivered: "published", dead: "refused", waiting: "modified" };

interface DeliveryProps {
  readonly delivery: unknown;
  readonly onAgain: (id: string) => void;
}

function Delivery({ delivery, onAgain }: DeliveryProps) {
  const isOpen = useSignal(false);
  const [id = "", webhook = "", event, state = ""] = ["id", "webhook", "event", "state"].map((name) =>
    String(member(delivery, name)),
  );
  const [tries, next, reason] = ["tries", "next", "reason"].map((name) => member(delivery, name));
  return (
    <>
      <div class="bar">
        <button type="button" class="fold" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          {event}
        </button>
        <span class={`badge ${BADGES[state] ?? "draft"}`}>{state}</span>
        <span>to {webhook}</span>
        <time class="faint" dateTime={String(member(delivery, "at"))}>
          {instant(member(delivery, "at"))}
        </time>
        {Number(tries) > 0 && (
          <span class="faint">
            {Number(tries)} {tries === 1 ? "try" : "tries"}
          </span>
        )}
        {next !== undefined && <span class="faint">next {instant(next)}</span>}
        {state === "dead" && (
          <button type="button" aria-label={`Send ${event} to ${webhook} again`} onClick={() => onAgain(id)}>
            Send again
          </button>
        )}
      </div>
      {reason !== undefined && <p class="fault">{String(reason)}</p>}
      {isOpen.value && (
        <>
          <code class="faint">webhook-id: {id}</code>
          <JsonTree value={member(delivery, "body")} label={`Body of ${event}`} />
        </>
      )}
    </>
  );
}
