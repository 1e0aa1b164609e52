import type { Answer } from "../../../http/answer.ts";
import { formAsFields } from "../../../http/form/form-fields.ts";
import { isPreflight } from "../../../http/headers/cors.ts";
import type { HandOn, Interceptor } from "../../../http/pipeline.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Service } from "../../../http/service.ts";
import { seenRequest } from "../requests/seen-request.ts";
import { type FaultSpec, isUnanswered } from "./fault.ts";
import type { Faults } from "./faults.ts";
import { forTime, HeldRequest, type Waiting } from "./held-request.ts";

/**
 * Applies the faults to requests. A browser's preflight is exempt: it would fail for a reason that the test does not
 * mean.
 */
export function injectFaults(faults: Faults): Interceptor {
  return (request, service, next) => {
    if (faults.isQuiet || service.isControl === true || (request.method === "OPTIONS" && isPreflight(request)))
      return null;
    const seen = seenRequest(request);
    const { hit, spec, time } = faults.meet(seen);
    const waits: readonly Waiting[] = [
      ...(hit?.latch ? [hit.latch.hold(seen)] : []),
      ...(time > 0 ? [forTime(time)] : []),
    ];
    const answer = () => goWrong(spec, { request, service, next, faults });
    if (waits.length === 0) return hit === null && isEmpty(spec) ? null : answer();
    return faults.answerHeld(new HeldRequest(hit?.id ?? null, request.signal), waits, answer);
  };
}

function isEmpty(spec: FaultSpec): boolean {
  for (const _ in spec) return false;
  return true;
}

interface Exchange {
  readonly request: HttpRequest;
  readonly service: Service;
  readonly next: HandOn;
  readonly faults: Faults;
}

function goWrong(spec: FaultSpec, exchange: Exchange): Answer | Promise<Answer> {
  const { request, service, next } = exchange;
  const isSpoilt = [spec.drip, spec.bandwidth, spec.cut, spec.garble].some((each) => each !== undefined);
  if (isSpoilt && !isUnanswered(spec)) return answerSpoilt(spec, exchange);
  if (spec.status === undefined && !isUnanswered(spec)) return next(request, service);
  return answerInstead(spec, request, service);
}

async function answerSpoilt(spec: FaultSpec, { request, service, next, faults }: Exchange): Promise<Answer> {
  const { spoil } = await import("./spoil.ts");
  const answer = async () =>
    spec.status === undefined ? next(request, service) : answerInstead(spec, request, service);
  return spoil(spec, await answer().catch(refusalOf(service)), faults.pausing());
}

/** A refusal is an answer too; an internal fault is for the log. */
function refusalOf({ errors }: Service): (error: unknown) => Answer {
  return (error) => {
    const answer = errors(error);
    if (answer.status >= 500) throw error;
    return answer;
  };
}

/** Loaded with the first fault. */
async function answerInstead(spec: FaultSpec, request: HttpRequest, service: Service): Promise<Answer> {
  // Forms are recorded when they are read. A faulty form is not the subject of the test.
  if (!isUnanswered(spec)) await formAsFields(request)?.catch(() => {});
  const { faultAnswer } = await import("./fault-answer.ts");
  return faultAnswer(spec, service);
}
