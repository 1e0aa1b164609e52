/** File and line of the code that calls `callee`, as in `galley.config.ts:9`; the empty text if they are not known. */
export function placeOfCall(callee: (...given: never) => unknown): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace?.(trace, callee);
  const line = trace.stack?.split("\n")[1] ?? "";
  const path = line.slice(Math.max(line.lastIndexOf("/"), line.lastIndexOf("\\"), line.lastIndexOf("(")) + 1);
  const [file, row] = path.split(":");
  if (file === undefined || row === undefined) return "";
  // A text of its own: a part of the trace would keep the whole trace in memory, for each hook of each fork.
  return Buffer.from(`${file.trim()}:${row}`).toString();
}
