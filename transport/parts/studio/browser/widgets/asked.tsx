import { BASE } from "../core/base.ts";
import { explorerHref } from "../core/explorer-address.ts";
import { bytes, milliseconds } from "../core/format.ts";
import { member } from "../core/member.ts";
import type { Reply } from "../core/request.ts";
import { CopyButton } from "./copy-button.tsx";

interface AskedProps {
  readonly path: string;
  readonly reply: Reply;
  /** Whether the server explains such requests. */
  readonly hasPlan?: boolean;
}

/** The request that a view has made, for copying, and how it was answered. */
export function Asked({ path, reply, hasPlan = true }: AskedProps) {
  return (
    <div class="asked">
      <code class="url">
        <strong>GET</strong> {path}
      </code>
      <CopyButton text={`${location.origin}${BASE}${path}`}>Copy URL</CopyButton>
      <a class="button" href={explorerHref(path)}>
        Open in API
      </a>
      <span>
        {reply.status} · {milliseconds(reply.milliseconds)} · {bytes(reply.bytes)}
      </span>
      {hasPlan && <Plan reply={reply} />}
    </div>
  );
}

/** How the server found the rows. */
export function Plan({ reply }: { readonly reply: Reply }) {
  const header = reply.headers.find(([name]) => name === "x-galley-explain")?.[1];
  if (header === undefined) return <span class="faint">No plan: start with --explain</span>;
  const plan: unknown = JSON.parse(header);
  return (
    <span class="plan">
      Plan: <code>{String(member(plan, "plan"))}</code>, {String(member(plan, "rows"))} rows (expected{" "}
      {String(member(plan, "estimated"))})
    </span>
  );
}
