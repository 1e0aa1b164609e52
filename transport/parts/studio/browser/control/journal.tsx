import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { member } from "../core/member.ts";
import { listOf } from "../core/read-list.ts";
import { STUDIO_HEADER, send } from "../core/request.ts";
import { useAttempt } from "../core/use-attempt.ts";
import { Method } from "../explorer/method.tsx";
import { Problem } from "../widgets/problem.tsx";
import { askControl } from "./ask-control.ts";

const EVERY = 1000;
const MAX_SHOWN = 100;

/** The answered requests, newest first, updated live. */
export function Journal() {
  const requests = useSignal<readonly unknown[]>([]);
  const { error, attempt } = useAttempt();
  const isLive = useSignal(true);
  const withOwn = useSignal(false);
  const read = () =>
    attempt(async () => {
      requests.value = listOf(await askControl("/requests"));
    });
  useEffect(() => {
    read();
    if (!isLive.value) return;
    const timer = setInterval(read, EVERY);
    return () => clearInterval(timer);
  }, [isLive.value]);
  const shown = requests.value
    .map((request, place) => ({ request, place }))
    .filter(({ request }) => withOwn.value || member(member(request, "headers"), STUDIO_HEADER) === undefined)
    .slice(-MAX_SHOWN)
    .reverse();
  return (
    <section class="panel" aria-label="Requests">
      <div class="bar">
        <h2>Requests</h2>
        <Switch title="live" isOn={isLive} />
        <Switch title="with those of Studio" isOn={withOwn} />
        <button type="button" onClick={() => askControl("/requests", { method: "DELETE" }).then(read)}>
          Clear
        </button>
      </div>
      {error !== null && <Problem error={error} />}
      <section class="scroll journal" aria-label="List of requests">
        {shown.length === 0 && <p class="empty">No requests yet.</p>}
        {shown.map(({ request, place }) => (
          // Journal entries have no ids; the key is the position among all requests, including Studio's own.
          <Recorded key={place} request={request} />
        ))}
      </section>
    </section>
  );
}

function Switch({ title, isOn }: { readonly title: string; readonly isOn: Signal<boolean> }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn.value}
        onChange={({ currentTarget }) => (isOn.value = currentTarget.checked)}
      />{" "}
      {title}
    </label>
  );
}

function Recorded({ request }: { readonly request: unknown }) {
  const said = useSignal("");
  const [method, path, query, status] = ["method", "path", "query", "status"].map((name) =>
    String(member(request, name)),
  );
  const target = `${path}${query === "" ? "" : `?${query}`}`;
  const replay = async () => {
    const { status: now, milliseconds } = await send(callOf(request, method, path, query));
    said.value = `${now} in ${milliseconds.toFixed(1)} ms`;
  };
  return (
    <details>
      <summary>
        <span class={Number(status) >= 400 ? "fault" : ""}>{status}</span> <Method name={method ?? ""} />{" "}
        <code>{target}</code>
      </summary>
      <div class="actions">
        <button type="button" onClick={replay}>
          Send again
        </button>
        <span role="status">{said}</span>
      </div>
      <pre>{JSON.stringify(request, null, 2)}</pre>
    </details>
  );
}

/** The replay keeps the headers that identify the caller and describe the body. */
function callOf(request: unknown, method = "GET", path = "/", query = "") {
  const headers = member(request, "headers");
  const kept = ["accept", "authorization", "content-type"].flatMap((name) => {
    const value = member(headers, name);
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const body = member(request, "body");
  const target = path
    .split("/")
    .map((segment) => encodeURIComponent(segment))
    .join("/");
  return {
    method,
    path: query === "" ? target : `${target}?${query}`,
    headers: Object.fromEntries(kept),
    ...(method !== "GET" &&
      method !== "HEAD" &&
      body !== null && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
}
