import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take more than 5 s, mostly waiting for processes, clocks and disks: the longest first. In a fresh clone Vitest
 * knows no durations and goes by the sizes of files, so one of these may come last and leave the cores idle.
 */
const LONGEST = [
  "storage/adapters/jetstream/storage",
  "storage/adapters/postgres/storage",
  "property/query-results.property",
  "pack",
  "transport/cli/serve/workers",
  "transport/adapters/slow-clients",
  "docs/testing",
  "transport/cli/serve/serve",
  "transport/cli/serve/ended-workers",
  "fuzz/fuzz",
  "transport/cli/postgres",
  "transport/strapi/project/config/project-config",
  "transport/studio/keyboard",
  "contract/vectors/writes",
  "memory/caches",
  "storage/sharing/rolling-deploy",
  "transport/studio/views",
  "transport/cli/watch-project",
  "crash/no-room",
  "transport/graphql/page",
  "transport/adapters/node/node",
  "storage/adapters/s3/files",
  "transport/adapters/uws/uws",
  "transport/cli/commands/copy-uploads",
  "crash/kill",
].map((name) => `/test/${name}.test.ts`);

/** Runs the longest files first, and the others as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
