import { getHeapStatistics } from "node:v8";
import { Engine, EngineError, INDEX_LIMITS, type IndexLimits } from "../../engine/internal.ts";
import { type FileStore, MemoryFileStore, MemoryStorage, Store } from "../../storage/core.ts";
import { checkOptions } from "../config/check-options.ts";
import type { CreateOptions, GalleyOptions } from "../config/galley-options.ts";
import { ResponseCache } from "../contract/cache/response-cache.ts";
import { writeFailure } from "../contract/errors.ts";
import { Hooks } from "../hooks/hooks.ts";
import type { Galley } from "../library/galley.ts";
import type { AnySchema } from "../library/typed/schema.ts";
import { ownRoutesIn } from "../parts/json-routes/routes-name.ts";
import { LogTraffic } from "../parts/operations/metrics/log-traffic.ts";
import { createOperations, type Operations, type OperationsOptions } from "../parts/operations/operations.ts";
import { configuredRoutes } from "../parts/routes/configured-routes.ts";
import { OwnRoutes } from "../parts/routes/own-routes.ts";
import type { UploadConfig } from "../parts/uploads/upload-config.ts";
import { reportTo } from "../runtime/log.ts";
import { Runtime } from "../runtime/runtime.ts";
import type { ProjectCodeOptions } from "../strapi/code/project-code-options.ts";
import { checkShared } from "./check-shared.ts";
import { openDeployment } from "./open-deployment.ts";
import { OpenGalley } from "./open-galley.ts";
import type { SeedWith } from "./seed-galley.ts";
import { hookLimits, setUp } from "./set-up.ts";
import { watchClock } from "./watch-clock.ts";

/**
 * Opens a deployment and resolves when it is ready. The composition root: every choice is made here.
 *
 * @throws ConfigError, ProjectError, SchemaError, StorageError or SeedError (rejected), each with all faults and paths.
 */
export function createGalley<const S extends AnySchema>(given: CreateOptions<S>): Promise<Galley<S>> {
  return createOneOfMany(given, {});
}

/** Passed to a process that serves together with others, or that runs the code of a project. */
export interface Among extends Pick<OperationsOptions, "metricsOfAll"> {
  /** The project whose own code runs. */
  readonly projectCode?: ProjectCodeOptions;
  /** The number of this worker process, from 1. */
  readonly worker?: number;
}

/** `createGalley` for one of the processes that serve together. Throws (rejected) as that does. */
export async function createOneOfMany<const S extends AnySchema>(
  given: CreateOptions<S>,
  { projectCode, worker, ...among }: Among,
): Promise<Galley<S>> {
  await checkOptions(given);
  const options = { ...(projectCode && { projectCode }), ...(await withSchema(given)) };
  const deployment = await openDeployment(options);
  const { schema, profile, log } = deployment.common;
  const runtime = new Runtime(options);
  const bucket = await bucketOf(options.uploads);
  const openedAt = performance.now();
  const traffic = new LogTraffic();
  const storage = options.storage ?? new MemoryStorage();
  const { keep } = deployment.options.consumers;
  const store = await Store.open({
    engine: Engine.withIndexLimits(schema, profile.rules, indexLimits(options)),
    storage: deployment.options.metrics === false ? storage : traffic.through(storage),
    env: runtime,
    claimSchema: deployment.options.claimSchema,
    ...(keep !== undefined && { consumerKeep: keep }),
    ...(options.logger && { report: reportTo(log) }),
  });
  let operations: Operations | null = null;
  try {
    if (store.opened.shared) checkShared(given);
    // A caller's clock is read for the times of writes only: it may count its calls.
    if (options.clock === undefined) watchClock(store, runtime.clock, reportTo(log));
    const cache = new ResponseCache(deployment.options.cacheBytes, (type) => store.engine.state.lastChange(type));
    operations = createOperations({
      ...deployment.options,
      ...among,
      store,
      log,
      newRequestId: () => runtime.newRequestId(),
      cache,
      openedAt,
      traffic,
    });
    const files = options.files ?? bucket ?? new MemoryFileStore({ now: () => runtime.clock.now() });
    const hooks = new Hooks(schema, hookLimits(options.hooks));
    const { common } = deployment;
    const ownRoutes = new OwnRoutes(configuredRoutes(ownRoutesIn(deployment.options.routes), common));
    const opened = { deployment, ownRoutes, operations, store, runtime, cache, hooks, files, worker: worker ?? null };
    return await OpenGalley.filled<S>(opened, async (galley) => {
      const { seed, seedKey: key } = options;
      if (seed !== undefined && store.engine.number === 0) {
        await plant(galley, {
          seed,
          key,
          strict: given.strict,
          report: reportTo(log),
          roleNames: deployment.roleNames,
        });
      }
      // A server that may not write still reads. The next write adds the missing entries.
      for (const part of deployment.parts) await part.fill?.(store).catch(unlessRefused);
      await setUp(galley, options);
    });
  } catch (error) {
    operations?.close();
    await store.close();
    throw error;
  }
}

/** @throws any error but a refusal by the storage. */
function unlessRefused(error: unknown): void {
  if (writeFailure(error) === null && !(error instanceof EngineError && error.code === "unavailable")) throw error;
}

/** The reader of projects is loaded only if a project is named. */
async function withSchema<S extends AnySchema>(options: CreateOptions<S>): Promise<GalleyOptions<S>> {
  if (options.db !== undefined) {
    const { withData } = await import("../strapi/project/with-data.ts");
    return withData(options);
  }
  if (options.project === undefined) return options;
  const { withProject } = await import("../strapi/project/with-project.ts");
  return withProject(options);
}

/** Null if files are not kept in a bucket. The client of buckets is loaded only if one is named. */
async function bucketOf(uploads: UploadConfig | undefined): Promise<FileStore | null> {
  if (typeof uploads !== "object" || uploads.bucket === undefined) return null;
  const { S3FileStore } = await import("../../storage/adapters/s3/index.ts");
  return new S3FileStore(uploads.bucket);
}

async function plant<S extends AnySchema>(galley: Galley<S>, seed: SeedWith<S>): Promise<void> {
  const { seedGalley } = await import("./seed-galley.ts");
  await seedGalley(galley, seed);
}

/** Default share of the heap for indexes: the rest is needed for content and garbage. */
const HEAP_PART = 4;

function indexLimits({ indexBytes }: { readonly indexBytes?: number }): Partial<IndexLimits> {
  const usual = Math.min(INDEX_LIMITS.bytes, getHeapStatistics().heap_size_limit / HEAP_PART);
  return { bytes: indexBytes ?? usual };
}
