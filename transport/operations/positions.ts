import type { Store } from "../../storage/internal.ts";
import { type Answer, NO_ANSWER } from "../http/answer.ts";
import { HttpError } from "../http/http-error.ts";
import type { Interceptor } from "../http/pipeline.ts";
import type { HttpRequest } from "../http/port.ts";
import { answerRequest, type Service } from "../http/service.ts";
import { PositionTokens } from "./position-token.ts";

const HEADER = "x-galley-position";
/** Milliseconds that a request waits for what it must see. */
const PATIENCE = 1_000;

/**
 * Read-your-writes over any nodes of a shared log: answers to writes name the position that they brought the log to, and a
 * request that names one is answered when this node has applied it. `latest` waits for all that was acknowledged before;
 * what is neither, or of another log, waits for nothing. Reads name a position where they were asked with the header.
 */
export function passPositions(store: Store): Interceptor {
  const tokens = new PositionTokens(store.opened.logId);
  return (request, service) => {
    const asked = request.header(HEADER);
    return asked === undefined && isRead(request) ? null : answered(request, service, asked);
  };

  async function answered(request: HttpRequest, service: Service, asked: string | undefined): Promise<Answer> {
    if (!(await hasApplied(asked))) {
      throw new HttpError("overloaded", "This node has not caught up yet, please try again later.", [
        ["retry-after", "1"],
      ]);
    }
    const answer = await answerRequest(service, request);
    if (answer === NO_ANSWER) return answer;
    const position = [HEADER, tokens.tokenOf(store.engine.number)] as const;
    return { ...answer, headers: [...(answer.headers ?? []), position] };
  }

  async function hasApplied(asked = ""): Promise<boolean> {
    const position = asked === "latest" ? asked : tokens.positionOf(asked);
    return position === null || (await store.hasApplied(position, PATIENCE));
  }
}

function isRead({ method }: HttpRequest): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
