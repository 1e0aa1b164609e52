import type { Answer } from "../../../http/answer.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Faults } from "./faults.ts";
import { forTime, HeldRequest } from "./held-request.ts";

const MAX_DELAY = 10_000;

/** Answers after so many milliseconds, ten seconds at most; at once for what is no time. Ends as a delay of a fault does. */
export function delayed(
  faults: Faults,
  request: HttpRequest,
  milliseconds: number,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  if (!(milliseconds > 0)) return answer();
  const waits = [forTime(Math.min(milliseconds, MAX_DELAY))];
  return faults.answerHeld(new HeldRequest(null, request.signal), waits, answer);
}
