/** File and line of the code that calls `callee`, as in `galley.config.ts:9`; the empty text if they are not known. */
export function placeOfCall(callee: (...given: never) => unknown): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace?.(trace, callee);
  const line = trace.stack?.split("\n")[1] ?? "";
  const path = line.slice(Math.max(line.lastIndexOf("/"), line.lastIndexOf("\\"), line.lastIndexOf("(")) + 1);
  const [file, row] = path.split(":");
  return file === undefined || row === undefined ? "" : `${file.trim()}:${row}`;
}
