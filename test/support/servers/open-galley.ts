import { onTestFinished } from "vitest";
import { type CreateOptions, createGalley, type Galley } from "../../../transport/galley.ts";

/** A log that keeps nothing. */
export const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** A galley of types that the compiler need not know, silent unless it has a log. It closes when the test has ended. */
export async function openGalley(options: object): Promise<Galley> {
  const galley = await createGalley({ logger: SILENT, ...options } as unknown as CreateOptions<never>);
  onTestFinished(() => galley.close());
  return galley as unknown as Galley;
}
