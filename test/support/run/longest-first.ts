import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take more than 5 s, mostly waiting for processes, clocks and disks: the longest first. In a fresh clone
 * Vitest knows no durations and goes by the sizes of files, so a long one may come last and leave the cores idle.
 */
const LONGEST = [
  "transport/parts/uploads/hostile-bucket.full",
  "transport/cli/systems.full",
  "storage/systems/storages.full",
  "transport/cli/serve/closed-terminal.full",
  "transport/cli/output/standard-output.full",
  "storage/adapters/postgres/storage.full",
  "storage/adapters/jetstream/storage.full",
  "storage/adapters/jetstream/lost-server.full",
  "package/pack.full",
  "transport/cli/serve/workers.full",
  "transport/adapters/slow-clients.full",
  "docs/testing.full",
  "transport/cli/shared-logs.full",
  "transport/parts/webhooks/held.full",
  "transport/cli/serve/serve.full",
  "transport/parts/webhooks/webhooks.full",
  "transport/strapi/code/serve-project.full",
  "fuzz/fuzz.full",
  "storage/sharing/rolling-deploy.full",
  "contract/vectors/recorded.full",
  "transport/strapi/project/config/project-config.full",
  "transport/parts/studio/keyboard.full",
  "property/queries/query-results.property.full",
  "memory/caches.full",
  "transport/cli/serve/ended-workers.full",
  "transport/parts/rest/access/hidden-paths.full",
  "transport/cli/watch-project.full",
  "transport/parts/studio/views.full",
  "crash/no-room.full",
  "transport/compose/suspended-reads.full",
  "property/graphql/bodies.property",
  "transport/parts/graphql/page.full",
  "transport/adapters/node/node.full",
  "storage/adapters/s3/files.full",
  "transport/adapters/uws/uws.full",
  "transport/cli/commands/copy-uploads.full",
  "storage/adapters/postgres/digest.full",
  "crash/kill.full",
].map((name) => `/test/${name}.test.ts`);

/** Runs the longest files first, and the others as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
