import type { Issue } from "../error.ts";

/** Path from the data to a value in it: names of attributes and list indexes. */
export type Path = readonly (string | number)[];

/** The path as messages show it: `links[0].url`; the data itself is `this`. */
function pathText(path: Path): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return text === "" ? "this" : text.slice(text.startsWith(".") ? 1 : 0);
}

/** A fault at a path. `value` is the value found there after conversion; numbers that JSON cannot hold become null. */
export function issueAt(path: Path, message: string, value?: unknown): Issue {
  const issue = { path: path.map(String), message };
  if (value === undefined) return issue;
  return { ...issue, value: typeof value === "number" && !Number.isFinite(value) ? null : value };
}

/** A fault whose message begins with its path. */
export function faultAt(path: Path, message: string, value?: unknown): Issue {
  return issueAt(path, `${pathText(path)} ${message}`, value);
}
