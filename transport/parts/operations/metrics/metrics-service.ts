import { CONTRACT_ANSWERS } from "../../../contract/profiles/service-defaults.ts";
import { Router } from "../../../http/router.ts";
import type { Service } from "../../../http/service.ts";
import { METRICS_TYPE, type ReadMetric, writeMetrics } from "./prometheus-text.ts";

/** `/_metrics` for Prometheus. */
export function metricsService(read: () => Promise<readonly ReadMetric[]>): Service {
  const handle = async () => ({
    status: 200,
    body: writeMetrics(await read()),
    contentType: METRICS_TYPE,
    headers: [["cache-control", "no-store"]] as const,
  });
  return {
    ...CONTRACT_ANSWERS,
    owns: (path) => /^\/_metrics\/?$/i.test(path),
    router: new Router([{ method: "GET", path: "/_metrics", describes: null, handle }]),
    cors: { ...CONTRACT_ANSWERS.cors, origins: [] },
  };
}
