export interface Difference {
  /** Where in the answer, with dots and indexes: `body.data[2].title`. */
  readonly path: string;
  /** Undefined means absent. */
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Every place in which two JSON values differ: deepest common places, in key order. Order of keys does not matter. */
export function differences(expected: unknown, actual: unknown, path = ""): Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual)) return inLists(expected, actual, path);
  if (isRecord(expected) && isRecord(actual)) return inRecords(expected, actual, path);
  return Object.is(expected, actual) ? [] : [{ path, expected, actual }];
}

function inRecords(expected: Record<string, unknown>, actual: Record<string, unknown>, path: string): Difference[] {
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...keys].flatMap((key) =>
    differences(own(expected, key), own(actual, key), path === "" ? key : `${path}.${key}`),
  );
}

/** Lists of different length differ as a whole: index by index, everything after one missing item would. */
function inLists(expected: readonly unknown[], actual: readonly unknown[], path: string): Difference[] {
  if (expected.length !== actual.length) return [{ path, expected, actual }];
  return expected.flatMap((item, index) => differences(item, actual[index], `${path}[${index}]`));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
