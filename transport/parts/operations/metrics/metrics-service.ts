import { contentErrors } from "../../../contract/errors.ts";
import { CONTRACT } from "../../../contract/profiles/profile.ts";
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
    owns: (path) => /^\/_metrics\/?$/i.test(path),
    router: new Router([{ method: "GET", path: "/_metrics", describes: null, handle }]),
    errors: contentErrors(CONTRACT),
    cors: { ...CONTRACT.cors, origins: [], credentials: false },
    securityHeaders: CONTRACT.securityHeaders,
    unknownPathAllow: null,
    unknownMethods: "wrong method",
  };
}
