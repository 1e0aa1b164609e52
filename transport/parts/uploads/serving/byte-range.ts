/** Bytes from `from` up to but not including `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a file that a `Range` header requests (RFC 9110, §14.2). Null: the whole file, also for anything other
 * than a single byte range. `unsatisfiable`: the range is outside of the file.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  const from = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === "" || last === "" ? size : Math.min(Number(last) + 1, size);
  if (first !== "" && last !== "" && Number(last) < from) return null;
  return from < to ? { from, to } : "unsatisfiable";
}
