import { test } from "vitest";
import { OPTIONS } from "../../config/option-shapes.ts";
import { refuseFaults } from "../../config/refuse-faults.ts";
import { type CreateOptions, createGalley } from "../../galley.ts";
import type { Galley } from "../../library/galley.ts";
import type { AnySchema } from "../../library/typed/schema.ts";

/** Fixtures of a test. */
export interface GalleyFixtures<S extends AnySchema> {
  /** The test's own: a fork of the base, closed after the test. */
  readonly galley: Galley<S>;
  /** URL at which `galley` listens, on a free port of its own: opened for tests that use it. */
  readonly galleyUrl: string;
  /** One per worker, opened with the options; tests see it through their forks and do not change it. */
  readonly galleyBase: Galley<S>;
}

/**
 * Vitest's `test` with a galley for each test. The base is opened and seeded once per worker, so that a test costs only a
 * fork, however much content there is; no test sees what another wrote, whether they run in sequence or concurrently.
 *
 * @throws ConfigError with every fault of the options; each test reports the faults of settings.
 */
export function galleyTest<const S extends AnySchema>(options: CreateOptions<S>) {
  refuseFaults(OPTIONS, options, "Options of galleyTest");
  return test.extend<GalleyFixtures<S>>({
    galleyBase: [
      // Vitest reads from the pattern which fixtures this one uses: none.
      // biome-ignore lint/correctness/noEmptyPattern: see above
      async ({}, use) => {
        await using base = await createGalley(options);
        await use(base);
      },
      { scope: "worker" },
    ],
    galley: async ({ galleyBase }, use) => {
      await using galley = galleyBase.fork();
      await use(galley);
    },
    galleyUrl: async ({ galley }, use) => {
      const { url } = await galley.listen({ port: 0 });
      await use(url);
    },
  });
}
