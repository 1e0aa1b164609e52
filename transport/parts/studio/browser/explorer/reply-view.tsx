import { bytes, milliseconds } from "../core/format.ts";
import type { Reply } from "../core/request.ts";
import { JsonTree } from "../request-pane/json-tree.tsx";

/** More characters of another text than JSON would block the browser. */
const MAX_SHOWN = 200_000;

/** A raw answer: status, time, size, headers and body. */
export function ReplyView({ reply }: { readonly reply: Reply }) {
  const { json, text } = reply;
  return (
    <section aria-label="Answer">
      <p role="status">
        <strong class={reply.status >= 400 ? "fault" : ""}>{reply.status}</strong> · {milliseconds(reply.milliseconds)}{" "}
        · {bytes(reply.bytes)}
      </p>
      <details>
        <summary>Headers</summary>
        <dl class="members">
          {reply.headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {json !== undefined ? (
        <JsonTree value={json} label="Answer as JSON" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <pre class="scroll" tabIndex={0}>
          {text.slice(0, MAX_SHOWN)}
          {text.length > MAX_SHOWN && "\n… (the rest is not shown)"}
        </pre>
      )}
    </section>
  );
}
