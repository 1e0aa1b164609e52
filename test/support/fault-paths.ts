import { ConfigError } from "../../transport/galley.ts";

/** The paths of the faults of the ConfigError that this throws. */
export function faultPaths(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    return pathsOf(error);
  }
  throw new Error("Nothing was refused");
}

/** The paths of the faults of the ConfigError that this rejects with; throwing at once is not rejecting. */
export async function rejectedPaths(work: () => Promise<unknown>): Promise<readonly string[]> {
  const rejected: unknown = await work().then(
    () => new Error("Nothing was refused"),
    (error: unknown) => error,
  );
  return pathsOf(rejected);
}

function pathsOf(error: unknown): readonly string[] {
  if (!(error instanceof ConfigError)) throw error;
  return error.issues.map(({ path }) => path.join("."));
}
