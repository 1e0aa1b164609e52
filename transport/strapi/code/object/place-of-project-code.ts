import { relative } from "node:path";
import { currentRealm } from "../realm.ts";

/** ` (src/index.ts:12)`: the code of the project that runs now; the empty text if none does. */
export function placeOfProjectCode(): string {
  const project: string | undefined = currentRealm()?.strapi.dirs.app.root;
  if (project === undefined) return "";
  const trace: { stack?: string } = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  Error.captureStackTrace(trace, placeOfProjectCode);
  Error.stackTraceLimit = stackTraceLimit;
  return placeInStack(trace.stack ?? "", project);
}

function placeInStack(stack: string, project: string): string {
  for (const line of stack.split("\n").slice(1)) {
    const found = /(?:\(|at )(?:async )?(?:file:\/\/)?([^()]+):(\d+):\d+\)?$/.exec(line.trim());
    const [, path = "", row = ""] = found ?? [];
    const inside = relative(project, path).replaceAll("\\", "/");
    if (found !== null && !inside.startsWith("..") && !inside.includes("node_modules/")) return ` (${inside}:${row})`;
  }
  return "";
}
