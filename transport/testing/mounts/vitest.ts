import { test } from "vitest";
import { OPTIONS } from "../../config/option-shapes.ts";
import { refuseFaults } from "../../config/refuse-faults.ts";
import { type CreateOptions, createGalley } from "../../galley.ts";
import type { Galley } from "../../library/galley.ts";
import type { AnySchema } from "../../library/typed/schema.ts";

/** What a test may ask for. */
export interface GalleyFixtures<S extends AnySchema> {
  /** This test's own: a fork of the base, closed after the test. */
  readonly galley: Galley<S>;
  /** Where `galley` listens, on a free port of its own: opened for tests that ask for it. */
  readonly galleyUrl: string;
  /** One for each worker, opened with the options; tests see it in their forks and leave it alone. */
  readonly galleyBase: Galley<S>;
}

/**
 * Vitest's `test` with a galley for each test. The base is opened and seeded once for each worker, so a test costs a
 * fork, however much there is in it; no test sees what another wrote, whether they run one by one or at once.
 *
 * @throws ConfigError with every fault of the options; those of settings are reported by each test.
 */
export function galleyTest<const S extends AnySchema>(options: CreateOptions<S>) {
  refuseFaults(OPTIONS, options, "Options of galleyTest");
  return test.extend<GalleyFixtures<S>>({
    galleyBase: [
      // Vitest reads from the pattern which fixtures this one asks for: none.
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
