import type { Answer } from "../../../http/answer.ts";
import { isPreflight } from "../../../http/headers/cors.ts";
import type { Interceptor } from "../../../http/pipeline.ts";
import { answerRequest, type Service } from "../../../http/service.ts";
import { seenRequest } from "../requests/seen-request.ts";
import type { FaultSpec } from "./fault.ts";
import type { Faults } from "./faults.ts";

/**
 * Applies the faults to requests. A browser's preflight is exempt: it would fail for a reason that the test does not
 * mean.
 */
export function injectFaults(faults: Faults): Interceptor {
  return (request, service) => {
    if (faults.isQuiet || service.isControl === true || (request.method === "OPTIONS" && isPreflight(request)))
      return null;
    const fault = faults.hit(seenRequest(request));
    const wait = faults.lengthOf(faults.latency) + faults.lengthOf(fault?.delay ?? 0);
    if (fault === null && wait === 0) return null;
    return goWrong(fault, wait, service).then((answer) => answer ?? answerRequest(service, request));
  };
}

/** Loaded with the first fault. */
async function goWrong(fault: FaultSpec | null, wait: number, service: Service): Promise<Answer | null> {
  if (wait > 0) await sleep(wait);
  if (fault === null) return null;
  const { faultAnswer } = await import("./fault-answer.ts");
  return faultAnswer(fault, service);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
