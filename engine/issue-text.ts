import { EngineError, type Issue } from "./error.ts";

/** A fault with its place, which most messages begin with by themselves. */
export function describeIssue({ path, message }: Issue): string {
  const place = path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join("");
  const hasPlace = path.length === 0 || message.startsWith(`${place.replace(/^\./, "")} `);
  return hasPlace ? message : `${path.join(".")}: ${message}`;
}

/** Faults that a message shows; the details hold all. */
const MAX_TOLD = 20;

/**
 * The error as a program is told it: its message has every fault with its place, where answers to requests have a word of
 * how many there are. The code and the details stay.
 */
export function withFaultsInMessage(error: EngineError): EngineError {
  // The engine's own list of faults, as it makes it.
  const issues = error.details.errors as readonly Issue[] | undefined;
  const [first, second] = issues ?? [];
  if (issues === undefined || first === undefined) return error;
  const message = second === undefined ? describeIssue(first) : `${error.message}:\n${linesOf(issues)}`;
  if (message === error.message) return error;
  return new EngineError(error.code, message, error.details);
}

function linesOf(issues: readonly Issue[]): string {
  const lines = issues.slice(0, MAX_TOLD).map((issue) => `  ${describeIssue(issue)}`);
  const others = issues.length - lines.length;
  return [...lines, ...(others > 0 ? [`  and ${others} more`] : [])].join("\n");
}
