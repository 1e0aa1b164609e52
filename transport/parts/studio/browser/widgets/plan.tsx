import { count } from "../core/format.ts";
import { member } from "../core/member.ts";
import type { Reply } from "../core/request.ts";

/** How the server found the rows. */
export function Plan({ reply }: { readonly reply: Reply }) {
  const header = reply.headers.find(([name]) => name === "x-galley-explain")?.[1];
  if (header === undefined) return <span class="faint">No plan: start with --explain</span>;
  const plan: unknown = JSON.parse(header);
  const rows = Number(member(plan, "rows"));
  return (
    <span class="plan">
      Plan: <code>{String(member(plan, "plan"))}</code>, {count(rows)} {rows === 1 ? "row" : "rows"} (expected{" "}
      {count(Number(member(plan, "estimated")))})
    </span>
  );
}
