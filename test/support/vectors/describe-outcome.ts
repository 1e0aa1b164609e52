import type { Difference } from "./differences.ts";
import type { Outcome } from "./outcome.ts";

/** `group | name | request`, and below it one line for each of the first differences. */
export function describeOutcome({ group, name, request, differences }: Outcome, most = 5): string {
  const lines = differences.slice(0, most).map(describeDifference);
  const rest = differences.length > most ? [`    … ${differences.length - most} more`] : [];
  const head = name === requestTarget(request) ? [group, request] : [group, name, request];
  return [head.map((part) => shortened(part, 400)).join(" | "), ...lines, ...rest].join("\n");
}

const requestTarget = (request: string) => request.split(" ")[1];

function describeDifference({ path, expected, actual }: Difference): string {
  return `    ${path}: expected ${shown(expected)}, actual ${shown(actual)}`;
}

const shown = (value: unknown) => shortened(value === undefined ? "nothing" : JSON.stringify(value), 300);

const shortened = (text: string, length: number) => (text.length <= length ? text : `${text.slice(0, length)} …`);
