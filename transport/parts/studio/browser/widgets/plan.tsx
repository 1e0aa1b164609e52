import { member } from "../core/member.ts";
import type { Reply } from "../core/request.ts";

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
